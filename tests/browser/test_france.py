"""A match of Unification of France in browsers: three people, letters, text orders, late entry."""

from __future__ import annotations

import re
from http import HTTPStatus

import psycopg
import pytest
from playwright.sync_api import FloatRect, Locator, Page, Response, expect

from app.matches.limits import CLOCK_JOB
from tests.browser.conftest import WIDE, NewPage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OK = HTTPStatus.OK
PHONE = {"width": 390, "height": 844}
SOON_MS = 60_000
"""The clock's job is looked for every few seconds."""
SECRET = "Leave me Tours, and I shall not look at Anjou."


class Ruler:
    """Somebody who plays France at a page; without scripts each step is a page."""

    def __init__(self, page: Page, name: str, home: str) -> None:
        self.page = page
        self.name = name
        self.home = home
        self.url = ""

    @property
    def decision(self) -> Locator:
        """The decision's place."""
        return self.page.locator("#decision")

    def set_table(self, seats: int, bots: int = 0, limit: str = "") -> str:
        """A table that everybody may see; its address."""
        self.page.goto("/new?game=france")
        self.page.get_by_label("Your name").fill(self.name)
        for field, value in {"seats": str(seats), "bots": str(bots), "limit": limit}.items():
            self.page.locator(f"input[name='{field}'][value='{value}']").check(force=True)
        self.page.locator("input[name='public']").check(force=True)
        self.page.get_by_role("button", name="Set the table").click()
        self.page.wait_for_url(re.compile(r"/m/\w+"))
        self.url = self.page.url
        return self.url

    def join(self, url: str) -> None:
        """Sit down."""
        self.url = url
        self.page.goto(url)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Sit down").click()
        self.page.wait_for_url(url)

    def begin(self) -> None:
        """Start the match."""
        self.page.goto(self.url)
        self.page.get_by_role("button", name="Begin").click()
        self.page.locator("#live").wait_for(state="attached")

    def enter(self) -> None:
        """Pick the home on the map, and enter there as the page offers."""
        self.page.goto(self.url)
        self.page.locator(f"#a-{self.home}").click()
        self.decision.get_by_role("button", name="Enter in").click()
        expect(self.decision.locator("h2")).not_to_contain_text("Enter in")

    def put(self, county: str, kind: str, grain: int) -> None:
        """Click the county, give the number, press the button."""
        self.page.locator(f"#a-{county}").click()
        command = self.page.locator(f".command.{kind}")
        command.locator("input[name=grain]").fill(str(grain))
        command.locator("button.btn").click()
        row = self.page.locator(f"#row-{kind}-{county} input[name=grain]")
        expect(row).to_have_value(str(grain))

    def send(self) -> None:
        """Send sealed, asked once."""
        self.page.goto(self.url)
        self.decision.get_by_role("link", name="Send sealed").click()
        self.decision.get_by_role("button", name="Send sealed now").click()
        expect(self.decision.get_by_role("button", name="Send sealed now")).to_have_count(0)

    def write(self, text: str, *to: str) -> None:
        """A letter to these people, or to all."""
        form = self.page.locator("#write")
        for name in to or ("all",):
            form.get_by_label(name, exact=True).check(force=True)
        form.locator("textarea").fill(text)
        form.get_by_role("button", name="Send").click()
        expect(self.page.locator(".lt").filter(has_text=text)).to_be_visible()


@pytest.fixture
def three(new_page: NewPage) -> tuple[Ruler, Ruler, Ruler]:
    """Aldric, Berthe and Clement, in turn 1."""
    return seated(new_page, ("anjou", "blois", "normandie"))


def seated(
    new_page: NewPage, homes: tuple[str, str, str], limit: str = ""
) -> tuple[Ruler, Ruler, Ruler]:
    """Aldric, Berthe and Clement have entered in these counties."""
    names = ("Aldric", "Berthe", "Clement")
    rulers = [Ruler(new_page(), name, home) for name, home in zip(names, homes, strict=True)]
    aldric, berthe, clement = rulers
    url = aldric.set_table(3, limit=limit)
    berthe.join(url)
    clement.join(url)
    aldric.begin()
    for ruler in (aldric, berthe, clement):
        ruler.enter()
    return aldric, berthe, clement


def test_three_people_write_and_send_at_once(three: tuple[Ruler, Ruler, Ruler]) -> None:
    """Each sees who has sent, not what; the last sheet resolves the turn for all."""
    aldric, berthe, clement = three
    expect(aldric.page.locator("#ribbon .phase b")).to_have_text("Turn 1 of 20")
    aldric.put("tours", "Conquer", 7)
    expect(aldric.page.locator("#orders .strike text")).to_have_text("7")
    expect(berthe.page.locator("#orders .strike")).to_have_count(0)
    aldric.send()
    expect(berthe.page.locator("#ribbon .seat").first).to_contain_text("sent")
    assert "Tours" not in berthe.page.locator("#log").inner_text()
    berthe.page.goto(berthe.url)
    berthe.put("berry", "Conquer", 6)
    berthe.send()
    clement.send()
    for ruler in three:
        expect(ruler.page.locator("#ribbon .phase b")).to_have_text("Turn 2 of 20")
    aldric.page.locator("label[for='tab-log']").click()
    expect(aldric.page.locator("#log")).to_contain_text("conquer Tours with 7")
    expect(aldric.page.locator("#log")).to_contain_text("Aldric against Tours (independent)")


def test_a_private_letter_comes_by_itself_to_its_reader_alone(
    three: tuple[Ruler, Ruler, Ruler],
) -> None:
    aldric, berthe, clement = three
    version = clement.page.locator("#live").get_attribute("data-version")
    heard: list[Response] = []
    clement.page.on("response", lambda answer: heard.append(answer))
    berthe.write(SECRET, "Aldric")
    berthe.write("Greetings to all.")
    expect(aldric.page.locator(".lt").filter(has_text=SECRET)).to_be_visible()
    expect(clement.page.locator(".lt")).to_have_count(1)
    expect(clement.page.locator(".lt")).to_contain_text("Greetings to all.")
    told = [answer.text() for answer in heard if answer.status == OK]
    assert any("Greetings to all." in body for body in told)
    assert not any(SECRET in body for body in told)
    clement.page.reload()
    assert SECRET not in clement.page.content()
    assert clement.page.locator("#live").get_attribute("data-version") == version


def test_text_with_an_error_is_mended(three: tuple[Ruler, Ruler, Ruler]) -> None:
    aldric = three[0]
    aldric.decision.get_by_role("link", name="As text").click()
    lines = aldric.decision.get_by_label("Orders, one a line")
    lines.fill("3 Grain to Defend Anjou\n5 Grain to Conquer Tuors")
    aldric.decision.get_by_role("button", name="Take these lines").click()
    expect(aldric.decision.locator(".errors")).to_contain_text(
        "Line 2: there is no county Tuors; the nearest name is Tours."
    )
    expect(lines).to_have_value("3 Grain to Defend Anjou\n5 Grain to Conquer Tuors")
    lines.fill("3 Grain to Defend Anjou\n5 Grain to Conquer Tours")
    aldric.decision.get_by_role("button", name="Take these lines").click()
    expect(aldric.page.locator("#row-Conquer-tours")).to_be_visible()
    expect(aldric.page.locator("#orders .strike text")).to_have_text("5")
    expect(aldric.page.locator("#orders .guard text")).to_have_text("3")


def test_a_draft_is_kept_as_one_goes(three: tuple[Ruler, Ruler, Ruler]) -> None:
    """What another does meanwhile takes nothing from it."""
    aldric, berthe, _ = three
    aldric.put("anjou", "Defend", 4)
    aldric.page.locator("#row-Defend-anjou [data-step='1']").click()
    expect(aldric.page.locator("#orders .guard text")).to_have_text("5")
    berthe.send()
    expect(aldric.page.locator("#ribbon")).to_contain_text("sent")
    aldric.page.goto(aldric.url)
    expect(aldric.page.locator("#row-Defend-anjou input[name=grain]")).to_have_value("5")


def test_odds_follow_the_number(new_page: NewPage) -> None:
    """Against independent land they are known, against others one supposes a defence."""
    aldric = seated(new_page, ("anjou", "tours", "normandie"))[0]
    aldric.page.locator("#a-maine").click()
    number = aldric.page.locator(".command.Conquer input[name=grain]")
    chance = aldric.page.locator("[data-odds-text]")
    number.fill("10")
    expect(chance).to_have_text("64")
    number.fill("20")
    expect(chance).to_have_text("100")
    aldric.page.locator("#a-tours").click()
    supposed = aldric.page.get_by_label("if its defence has")
    number.fill("1")
    expect(chance).not_to_have_text("100")
    supposed.fill("0")
    supposed.press("Enter")
    expect(chance).to_have_text("100")


def test_the_orders_keep_their_width_below_a_pause(new_page: NewPage) -> None:
    aldric = Ruler(new_page(locale="de-DE"), "Aldric", "anjou")
    page = aldric.page
    page.goto("/new?game=france")
    page.get_by_label("Dein Name").fill("Aldric")
    page.locator("input[name='seats'][value='2']").check(force=True)
    page.locator("input[name='bots'][value='1']").check(force=True)
    page.get_by_role("button", name="Tisch decken").click()
    page.get_by_role("button", name="Beginnen").click()
    sheet = aldric.decision.locator(".decide")
    before = box_of(sheet)["width"]
    page.locator(".to-company").click()
    page.get_by_role("button", name=re.compile("Pause|nhalten")).click()
    pause = aldric.decision.locator(".standing")
    expect(pause).to_be_visible()
    assert box_of(sheet)["width"] == pytest.approx(before, abs=16)
    assert box_of(pause)["y"] + box_of(pause)["height"] <= box_of(sheet)["y"]
    last = box_of(page.locator(".tabs > .to-company"))
    assert last["x"] + last["width"] <= WIDE["width"] - 14


def box_of(place: Locator) -> FloatRect:
    """Where it stands on the page."""
    box = place.bounding_box()
    assert box is not None
    return box


def test_the_host_ends_the_wait(three: tuple[Ruler, Ruler, Ruler]) -> None:
    """F5.5  A draft counts as sent, and all can read what was done."""
    aldric, berthe, _ = three
    aldric.put("anjou", "Defend", 2)
    aldric.page.goto(aldric.url)
    aldric.decision.get_by_text("End the wait", exact=True).click()
    aldric.decision.get_by_role("button", name="End the wait now").click()
    expect(berthe.page.locator("#ribbon .phase b")).to_have_text("Turn 2 of 20")
    berthe.page.locator("label[for='tab-log']").click()
    log = berthe.page.locator("#log")
    expect(log).to_contain_text("The host ends the wait: the house answers for Clement.")
    expect(log).to_contain_text("Aldric orders with 10 Grain: defend Anjou with 2.")


def test_the_time_is_up(new_page: NewPage, database: str) -> None:
    """F5.5  A draft is sent, who has none defends with all; the turn is resolved for all."""
    rulers = seated(new_page, ("anjou", "blois", "normandie"), limit="600")
    aldric, berthe, clement = rulers
    aldric.put("tours", "Conquer", 7)
    clement.send()
    expect(berthe.page.locator("#decision time.clock")).to_have_text(re.compile(r"min left"))
    overrun(database, aldric.url)
    for ruler in rulers:
        phase = ruler.page.locator("#ribbon .phase b")
        expect(phase).to_have_text("Turn 2 of 20", timeout=SOON_MS)
        expect(ruler.decision.locator("h2")).to_contain_text("Orders of Count")
        ruler.page.locator("label[for='tab-log']").click()
        log = ruler.page.locator("#log")
        expect(log).to_contain_text("The time is up: the house answers for Berthe.")
        expect(log).to_contain_text("The time is up: the house answers for Aldric.")
        expect(log).to_contain_text(
            re.compile("(Aldric|You) orders? with .*: conquer Tours with 7")
        )
        expect(log).to_contain_text(
            re.compile("(Berthe|You) orders? with .*: defend Blois with 10")
        )
        expect(log).not_to_contain_text("answers for Clement")


def overrun(database: str, url: str) -> None:
    """Let a match's time be up; its alarm goes off."""
    key = url.rsplit("/", 1)[-1]
    late = (
        "UPDATE match SET due = now() - interval '1 second',"
        " dues = array_replace(dues, due, now() - interval '1 second')"
        " WHERE key = %s RETURNING id"
    )
    ring = """UPDATE procrastinate_jobs SET scheduled_at = now()
        WHERE task_name = %s AND (args->>'match')::bigint = %s"""
    with psycopg.connect(database, autocommit=True) as connection:
        row = connection.execute(late, (key,)).fetchone()
        assert row
        assert connection.execute(ring, (CLOCK_JOB, row[0])).rowcount == 1


def test_somebody_new_enters_for_who_was_eliminated(new_page: NewPage) -> None:
    """F2.4  Clement leaves Tours undefended and loses it; Diane enters in his colour."""
    aldric, berthe, clement = seated(new_page, ("anjou", "blois", "tours"))
    clement.write("For nobody after me.", "Berthe")
    aldric.put("tours", "Conquer", 8)
    for ruler in (aldric, berthe, clement):
        ruler.send()
    expect(clement.decision.locator("h2")).to_have_text("Choose your county")
    diane = Ruler(new_page(), "Diane", "foix")
    diane.url = aldric.url
    diane.page.goto(diane.url)
    diane.decision.get_by_label("Your name").fill("Diane")
    diane.decision.get_by_role("button", name="Enter late").click()
    expect(diane.decision.locator("h2")).to_have_text("Choose your county")
    assert "For nobody after me." not in diane.page.content()
    diane.enter()
    expect(diane.decision.locator("h2")).to_have_text("You enter in Foix")
    aldric.send()
    berthe.send()
    expect(diane.page.locator("#ribbon .phase b")).to_have_text("Turn 3 of 20")
    expect(diane.decision.locator("h2")).to_contain_text("Orders of Count")


def test_it_is_played_without_scripts(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    ruler = Ruler(page, "Aldric", "anjou")
    ruler.set_table(1)
    ruler.begin()
    ruler.enter()
    page.goto(f"{ruler.url}?at=tours")
    page.locator(".command.Conquer input[name=grain]").fill("10")
    page.locator(".command.Conquer button.btn").click()
    expect(page.locator("#row-Conquer-tours")).to_be_visible()
    ruler.send()
    expect(page.locator("#ribbon .phase b")).to_have_text("Turn 2 of 20")


def test_it_is_played_by_keyboard(new_page: NewPage) -> None:
    page = new_page()
    ruler = Ruler(page, "Aldric", "anjou")
    ruler.set_table(1)
    ruler.begin()
    ruler.enter()
    page.goto(ruler.url)
    page.locator("#a-tours").focus()
    page.keyboard.press("Enter")
    number = page.locator(".command.Conquer input[name=grain]")
    number.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(page.locator("#row-Conquer-tours input[name=grain]")).to_have_value("9")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_overflows_on_a_phone(new_page: NewPage, theme: str) -> None:
    page = new_page(viewport=PHONE, color_scheme=theme, has_touch=True)
    ruler = Ruler(page, "Aldric", "anjou")
    ruler.set_table(3, 2)
    ruler.begin()
    page.goto(f"{ruler.url}?at=leon")
    ruler.decision.get_by_role("button", name="Enter in").click()
    expect(page.locator("#grain")).to_be_visible()
    for tab in ("letters", "log", "players", "rules", "board"):
        page.locator(f"label[for='tab-{tab}']").click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab


def test_twelve_seats_do_not_overlap(new_page: NewPage) -> None:
    page = new_page()
    ruler = Ruler(page, "Ermengard of the Vale", "anjou")
    ruler.set_table(12, 11)
    ruler.begin()
    expect(page.locator("#ribbon .seat").filter(has_text="has entered")).to_have_count(11)
    for width in (1440, 1024, 820, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        if width == PHONE["width"]:
            page.locator("label[for='tab-players']").click()
        for seat in page.locator("#ribbon .seat").all():
            status, counties = (seat.locator(part).bounding_box() for part in (".st", ".vp"))
            assert status
            assert counties
            assert status["x"] + status["width"] <= counties["x"], width
