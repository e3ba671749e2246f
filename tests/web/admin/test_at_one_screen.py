"""Who shares an admin's screen plays for him; what an admin deletes in the talk is written down."""

from sqlalchemy import text

from app.web.house import House
from tests.web.admin.conftest import audit
from tests.web.people import Visitor, begin, open_table

WHY = {"reason": "Nobody plays any more"}


async def test_a_table_with_somebody_at_his_screen_is_his_own(
    house: House, ada: Visitor, bob: Visitor
) -> None:
    game = await begin(house, ada, bob)
    async with house.engine.begin() as connection:
        apart = """
            WITH guest AS (INSERT INTO person (name) VALUES ('Gerlind') RETURNING id),
            sat AS (UPDATE seat SET person_id = guest.id FROM guest WHERE seat = 0)
            INSERT INTO beside (session_id, person_id)
            SELECT session.id, guest.id FROM session, person, guest
            WHERE session.person_id = person.id AND person.name = 'Ada'
        """
        await connection.execute(text(apart))
    register = f"/admin/matches/{game.key}"
    assert "You play in this match" in await ada.see(register)
    await ada.go(f"{register}/end", WHY)
    assert (await ada.submit(f"{register}/look", {"seat": "1", **WHY})).status_code == 422
    assert await audit(house) == ["consent.ask"]


async def test_a_line_that_an_admin_deletes_is_a_deed(
    house: House, ada: Visitor, bob: Visitor
) -> None:
    key = await open_table(bob, public="1")
    for visitor in (bob, ada):
        await visitor.go(f"/m/{key}/talk", {"line": f"A line of {visitor.name}"})
    await ada.go(f"/m/{key}/talk/delete", {"line": "2"})
    assert await audit(house) == []
    await ada.go(f"/m/{key}/talk/delete", {"line": "1"})
    assert await audit(house) == ["talk.delete"]
    assert "deleted what somebody said" in await ada.see("/admin/audit")
