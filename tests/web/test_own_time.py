"""A person's time zone and holidays on his own page, and what others see of them."""

from datetime import UTC, datetime, timedelta

from app.web.house import House
from tests.web.people import Visitor
from tests.web.test_clock import begin_with_limit

ONE_DAY = timedelta(days=1)


def day(later: int = 0) -> str:
    """Today, or so many days later, as a date field sends it."""
    return (datetime.now(UTC).date() + later * ONE_DAY).isoformat()


async def test_times_are_told_in_the_zone_that_one_has_chosen(alice: Visitor) -> None:
    assert "UTC" in await alice.see("/account")
    await alice.go("/account/zone", {"zone": "Asia/Kathmandu"})
    page = await alice.see("/account")
    assert 'data-zone="Asia/Kathmandu"' in page
    assert '<option value="Asia/Kathmandu" selected>' in page
    await alice.go("/account/zone", {"zone": ""})
    assert "data-zone=" not in await alice.see("/account")


async def test_a_zone_that_is_none_is_refused(alice: Visitor) -> None:
    for zone in ("Europe/Atlantis", "../../etc/passwd", "x" * 5000):
        assert (await alice.submit("/account/zone", {"zone": zone})).status_code == 422


async def test_a_holiday_is_entered_counted_and_given_back(alice: Visitor) -> None:
    assert "20 days are left this year." in await alice.see("/account")
    await alice.go("/account/holidays", {"first": day(), "last": day()})
    page = await alice.see("/account")
    assert "19 days are left this year." in page
    assert "/account/holidays/cancel" not in page
    await alice.go("/account/holidays", {"first": day(1), "last": day(1)})
    page = await alice.see("/account")
    assert page.count('action="/account/holidays/cancel"') == 1
    number = page.partition('name="holiday" value="')[2].partition('"')[0]
    await alice.go("/account/holidays/cancel", {"holiday": number})
    assert "/account/holidays/cancel" not in await alice.see("/account")


async def test_what_is_no_holiday_is_refused_with_a_word(alice: Visitor) -> None:
    for first, last in (("", ""), ("soon", day()), (day(2), day(1)), (day(-1), day(1))):
        answer = await alice.submit("/account/holidays", {"first": first, "last": last})
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text


async def test_nobody_gives_back_anothers_days(alice: Visitor, bob: Visitor) -> None:
    await alice.go("/account/holidays", {"first": day(1), "last": day(2)})
    page = await alice.see("/account")
    number = page.partition('name="holiday" value="')[2].partition('"')[0]
    await bob.go("/account/holidays/cancel", {"holiday": number})
    assert await alice.see("/account") == page
    for wrong in ("", "none", "9" * 40):
        await bob.go("/account/holidays/cancel", {"holiday": wrong})


async def test_the_table_sees_until_when_somebody_is_away(
    house: House, alice: Visitor, bob: Visitor
) -> None:
    url = await begin_with_limit("kingsburg", alice, bob)
    assert "on holiday until" not in await alice.see(url)
    await bob.go("/account/holidays", {"first": day(), "last": day()})
    assert "on holiday until" in await alice.see(url)
