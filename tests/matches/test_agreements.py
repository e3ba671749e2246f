"""Proposals to all at the table: who may make and answer them, and what they bring about."""

import asyncio

import pytest

from app.matches.company import Company
from app.matches.errors import (
    BadChoiceError,
    BeyondUndoError,
    MatchOverError,
    NoSuchMatchError,
    NotOpenError,
    NotSeatedError,
)
from app.matches.heads import MatchPage, Proposal
from app.matches.play import Answer
from app.matches.replay import Replays
from app.matches.service import Matches
from app.matches.verify import examine
from tests.matches.conftest import People, Running, begin


@pytest.fixture
def company(matches: Matches) -> Company:
    return Company(matches)


async def proposed(running: Running, people: People) -> Proposal:
    [proposal] = (await running.page(people.alice)).proposals
    return proposal


async def test_the_match_ends_when_all_have_agreed(
    company: Company, running: Running, people: People
) -> None:
    await company.propose(running.key, people.alice, "end")
    before = await running.page(people.bob)
    assert before.head.state == "running"
    assert before.proposals[0].agreed == (0,)
    await company.agree(running.key, people.bob, "end", before.proposals[0].mark)
    page = await running.page(people.alice)
    assert page.head.state == "finished"
    assert page.head.version == before.head.version + 1
    assert page.head.result is not None
    assert (page.head.result.rule, page.head.result.winners) == ("", ())
    assert (page.head.waiting, page.view.decisions, page.proposals) == ((), (), ())
    assert page.log[-1].forced == "agreed"


async def test_a_match_ended_by_agreement_can_be_checked_and_replayed(
    company: Company, running: Running, people: People
) -> None:
    await running.pick(people.alice, "heads")
    await company.propose(running.key, people.bob, "end")
    await company.propose(running.key, people.alice, "end")
    proof = await running.matches.proof(running.key, people.bob)
    assert proof is not None
    verdict = await examine(running.matches.engine, running.matches.rules, running.key)
    assert verdict.problem is None
    replays = Replays(running.matches.engine, running.matches.rules)
    moment = await replays.moment(running.key, people.bob, None)
    assert moment.entry is not None
    assert (moment.entry.forced, moment.page.head.state) == ("agreed", "finished")
    assert moment.page.view.decisions == ()
    earlier = await replays.moment(running.key, people.bob, moment.last - 1)
    assert earlier.page.head.state == "running"
    with pytest.raises(MatchOverError):
        await running.pick(people.bob, "heads")


async def test_a_proposal_changes_the_page_and_not_the_version(
    company: Company, running: Running, people: People
) -> None:
    before = (await running.page(people.bob)).head
    await company.propose(running.key, people.alice, "end")
    after = (await running.page(people.bob)).head
    assert (after.version, after.stir) == (before.version, before.stir + 1)


async def test_who_refuses_or_takes_back_ends_the_proposal(
    company: Company, running: Running, people: People
) -> None:
    for person in (people.bob, people.alice):
        await company.propose(running.key, people.alice, "end")
        mark = (await proposed(running, people)).mark
        await company.refuse(running.key, person, "end", mark)
        await company.refuse(running.key, person, "end", mark)
        assert (await running.page(people.bob)).proposals == ()
        with pytest.raises(NotOpenError):
            await company.agree(running.key, people.bob, "end", mark)


async def test_an_answer_meant_for_an_older_proposal_does_not_count(
    company: Company, running: Running, people: People
) -> None:
    await company.propose(running.key, people.alice, "end")
    older = (await proposed(running, people)).mark
    await company.refuse(running.key, people.alice, "end", older)
    await company.propose(running.key, people.alice, "end")
    with pytest.raises(NotOpenError):
        await company.agree(running.key, people.bob, "end", older)
    await company.refuse(running.key, people.bob, "end", older)
    assert (await proposed(running, people)).agreed == (0,)


async def test_two_who_agree_at_once_end_the_match_once(matches: Matches, people: People) -> None:
    key = await matches.create(people.alice, "coins", "", 3, {}, False)
    invite = (await matches.look(key, people.alice)).head.invite
    for person in (people.bob, people.charlie):
        await matches.join_by_invite(invite, person)
    await matches.start(key, people.alice)
    company, running = Company(matches), Running(matches, key)
    await company.propose(key, people.alice, "end")
    version = (await running.page(people.bob)).head.version
    mark = (await proposed(running, people)).mark
    await asyncio.gather(
        company.agree(key, people.bob, "end", mark), company.agree(key, people.charlie, "end", mark)
    )
    page = await running.page(people.bob)
    assert (page.head.state, page.head.version) == ("finished", version + 1)
    assert [entry.forced for entry in page.log].count("agreed") == 1


async def test_a_move_at_the_same_time_is_played_or_late_and_never_half(
    company: Company, running: Running, people: People
) -> None:
    await company.propose(running.key, people.alice, "end")
    mark = (await proposed(running, people)).mark
    _, played = await asyncio.gather(
        company.agree(running.key, people.bob, "end", mark),
        running.pick(people.bob, "heads"),
        return_exceptions=True,
    )
    page = await running.page(people.bob)
    assert page.head.state == "finished"
    if isinstance(played, Answer):
        assert page.head.version == played.number + 1
    else:
        assert isinstance(played, MatchOverError)
    verdict = await examine(running.matches.engine, running.matches.rules, running.key)
    assert verdict.problem is None


async def test_only_who_sits_there_proposes_and_answers(
    company: Company, matches: Matches, people: People
) -> None:
    private, public = await begin(matches, people), await begin(matches, people, public=True)
    for running, error in ((private, NoSuchMatchError), (public, NotSeatedError)):
        with pytest.raises(error):
            await company.propose(running.key, people.charlie, "end")
        await company.propose(running.key, people.alice, "end")
        mark = (await proposed(running, people)).mark
        with pytest.raises(error):
            await company.agree(running.key, people.charlie, "end", mark)
        with pytest.raises(error):
            await company.refuse(running.key, people.charlie, "end", mark)
        assert (await running.page(people.bob)).head.state == "running"


async def test_nothing_is_proposed_before_the_match_or_after_it(
    company: Company, matches: Matches, people: People
) -> None:
    key = await matches.create(people.alice, "coins", "", 2, {}, True)
    with pytest.raises(NotOpenError):
        await company.propose(key, people.alice, "end")
    await matches.add_bot(key, people.alice)
    await matches.start(key, people.alice)
    await company.propose(key, people.alice, "end")
    page = await matches.look(key, people.alice)
    assert page.head.state == "finished"
    assert isinstance(page, MatchPage)
    with pytest.raises(MatchOverError):
        await company.propose(key, people.alice, "end")


async def test_a_pause_begins_when_all_have_agreed_and_any_of_them_ends_it(
    company: Company, running: Running, people: People
) -> None:
    await company.propose(running.key, people.alice, "pause")
    assert (await running.page(people.bob)).head.paused is None
    mark = (await proposed(running, people)).mark
    await company.agree(running.key, people.bob, "pause", mark)
    page = await running.page(people.bob)
    assert page.head.paused is not None
    assert page.proposals == ()
    with pytest.raises(NotOpenError):
        await running.pick(people.alice, "heads")
    with pytest.raises(NotOpenError):
        await company.propose(running.key, people.alice, "pause")
    await company.resume(running.key, people.alice)
    assert (await running.page(people.bob)).head.paused is None
    await running.pick(people.alice, "heads")


async def test_a_paused_match_can_be_ended(
    company: Company, running: Running, people: People
) -> None:
    for person in (people.alice, people.bob):
        await company.propose(running.key, person, "pause")
    for person in (people.alice, people.bob):
        await company.propose(running.key, person, "end")
    head = (await running.page(people.bob)).head
    assert (head.state, head.paused) == ("finished", None)


async def test_moves_are_taken_back_when_all_have_agreed(
    company: Company, running: Running, people: People
) -> None:
    await running.pick(people.alice, "heads")
    page = await running.page(people.bob)
    assert page.undo is not None
    target = page.undo.by_consent[0]
    await company.propose(running.key, people.bob, "undo", target)
    mark = (await proposed(running, people)).mark
    await company.agree(running.key, people.alice, "undo", mark)
    after = await running.page(people.alice)
    assert after.head.version == page.head.version + 1
    assert after.view.state.picks == (None, None)
    assert (after.proposals, after.log[-1].forced) == ((), "table")
    verdict = await examine(running.matches.engine, running.matches.rules, running.key)
    assert verdict.problem is None


async def test_a_proposal_to_take_back_falls_with_the_next_move(
    company: Company, running: Running, people: People
) -> None:
    await running.pick(people.alice, "heads")
    page = await running.page(people.bob)
    assert page.undo is not None
    await company.propose(running.key, people.alice, "undo", page.undo.by_consent[0])
    mark = (await proposed(running, people)).mark
    await running.pick(people.bob, "tails")
    assert (await running.page(people.bob)).proposals == ()
    with pytest.raises(NotOpenError):
        await company.agree(running.key, people.bob, "undo", mark)


async def test_nobody_asks_to_go_back_beyond_what_has_happened(
    company: Company, running: Running, people: People
) -> None:
    for target in (-1, 0, 99, 2**70):
        with pytest.raises((BeyondUndoError, BadChoiceError)):
            await company.propose(running.key, people.alice, "undo", target)
    with pytest.raises(BadChoiceError):
        await company.propose(running.key, people.alice, "undo")


@pytest.mark.parametrize("kind", ["", "win", "END", "\0"])
async def test_only_what_is_known_is_proposed(
    company: Company, running: Running, people: People, kind: str
) -> None:
    with pytest.raises(BadChoiceError):
        await company.propose(running.key, people.alice, kind)
    with pytest.raises(BadChoiceError):
        await company.propose(running.key, people.alice, "end", target=1)
