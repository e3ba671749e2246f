"""Going while the match runs: giving up, and leaving the seat to a bot."""

import pytest

from app.matches.bots import move_bots
from app.matches.company import Company
from app.matches.errors import MatchOverError, NoSuchMatchError, NotOpenError, NotSeatedError
from app.matches.service import Matches
from app.matches.verify import examine
from tests.matches.conftest import People, Running, begin


@pytest.fixture
def company(matches: Matches) -> Company:
    return Company(matches)


@pytest.fixture
async def three(matches: Matches, people: People) -> Running:
    """A private match of Alice, Bob and Charlie."""
    key = await matches.create(people.alice, "coins", "", 3, {}, False)
    invite = (await matches.look(key, people.alice)).head.invite
    for person in (people.bob, people.charlie):
        await matches.join_by_invite(invite, person)
    await matches.start(key, people.alice)
    return Running(matches, key)


async def test_of_two_the_other_wins_when_one_gives_up(
    company: Company, running: Running, people: People
) -> None:
    await company.concede(running.key, people.bob)
    page = await running.page(people.alice)
    assert page.head.state == "finished"
    assert page.head.result is not None
    assert page.head.result.winners == (0,)
    assert (page.log[-1].seat, page.log[-1].forced) == (1, "conceded")
    assert [info and info.name for info in page.head.seats] == ["Alice", "Bob"]
    verdict = await examine(running.matches.engine, running.matches.rules, running.key)
    assert verdict.problem is None
    with pytest.raises(MatchOverError):
        await company.concede(running.key, people.alice)


async def test_of_three_a_bot_plays_on_for_who_gives_up(
    company: Company, three: Running, people: People
) -> None:
    before = await three.page(people.bob)
    await company.concede(three.key, people.alice)
    page = await three.page(people.bob)
    alice = page.head.seats[0]
    assert alice is not None
    assert (alice.name, alice.person, alice.bot, alice.left) == ("Alice", None, "heads", True)
    assert (page.head.state, page.head.version) == ("running", before.head.version)
    assert page.head.host == people.bob.id
    await move_bots(three.matches.engine, three.matches.rules, page.head.id, 0)
    assert 0 not in (await three.page(people.bob)).head.waiting
    with pytest.raises(NotSeatedError):
        await three.pick(people.alice, "heads", version=page.head.version)


async def test_who_has_gone_may_watch_and_sees_no_secret(
    company: Company, three: Running, people: People
) -> None:
    await three.pick(people.alice, "tails")
    await company.leave(three.key, people.alice)
    page = await three.page(people.alice)
    assert page.seat is None
    assert page.view.state.picks[0] == "hidden"


async def test_the_second_of_three_to_give_up_plays_on_as_a_bot_and_the_last_ends_it(
    company: Company, three: Running, people: People
) -> None:
    await company.concede(three.key, people.alice)
    await company.concede(three.key, people.bob)
    assert (await three.page(people.charlie)).head.state == "running"
    await company.concede(three.key, people.charlie)
    head = (await three.page(people.charlie)).head
    assert head.state == "finished"
    assert head.result is not None
    assert head.result.winners == (0, 1)


async def test_a_bot_wins_when_the_only_person_gives_up(
    company: Company, matches: Matches, people: People
) -> None:
    key = await matches.create(people.alice, "coins", "", 3, {}, False, 2)
    await matches.start(key, people.alice)
    with pytest.raises(NotOpenError):
        await company.leave(key, people.alice)
    await company.concede(key, people.alice)
    head = (await matches.look(key, people.alice)).head
    assert head.result is not None
    assert head.result.winners == (1, 2)


async def test_when_the_one_who_had_not_agreed_goes_the_proposal_is_carried_out(
    company: Company, three: Running, people: People
) -> None:
    await company.propose(three.key, people.alice, "end")
    await company.propose(three.key, people.bob, "end")
    assert (await three.page(people.bob)).head.state == "running"
    await company.leave(three.key, people.charlie)
    page = await three.page(people.bob)
    assert page.head.state == "finished"
    assert page.log[-1].forced == "agreed"


async def test_strangers_neither_give_up_nor_leave(
    company: Company, matches: Matches, people: People
) -> None:
    private, public = await begin(matches, people), await begin(matches, people, public=True)
    for running, error in ((private, NoSuchMatchError), (public, NotSeatedError)):
        for go in (company.concede, company.leave):
            with pytest.raises(error):
                await go(running.key, people.charlie)
