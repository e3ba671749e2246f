"""The deeds of admins in words: for the audit, and for the players of a match."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from app.admin.audit import Deed
from app.rules.contract import N_
from app.web.languages import Language

SENTENCES = {
    "person.create": N_("made the account of {person}"),
    "person.invite": N_("made an invitation for {uses}, good for {days} days"),
    "person.uninvite": N_("made an invitation void"),
    "person.reset": N_("made a link for a new password of {person}"),
    "person.disable": N_("closed the account of {person}"),
    "person.enable": N_("opened the account of {person} again"),
    "person.promote": N_("made {person} an admin"),
    "person.demote": N_("took the rights of an admin from {person}"),
    "person.end_sessions": N_("signed {person} out everywhere"),
    "person.delete": N_("deleted person {person}"),
    "house.set": N_("set {name} to {value}"),
    "house.tell": N_("sent the notice to all {number} people"),
    "job.retry": N_("let job {job} run again"),
    "job.drop": N_("dropped job {job}"),
    "notice.retry": N_("let notice {notice} be sent again"),
    "match.pause": N_("paused the match"),
    "match.resume": N_("ended the pause"),
    "match.extend": N_("gave {hours} hours more for the answer"),
    "match.force": N_("ended the wait: the house answered"),
    "match.hand_over": N_("made a link that hands over seat {seat}"),
    "match.bot": N_("put a bot on seat {seat}"),
    "match.take_back": N_("took the match back to action {number}"),
    "match.end": N_("ended the match"),
    "match.delete": N_("deleted the match"),
    "match.restore": N_("restored the deleted match"),
    "match.export": N_("exported the match as a file"),
    "match.import": N_("imported the match from a file"),
    "talk.delete": N_("deleted what somebody said in the talk"),
    "match.look": N_("looked at what seat {seat} may know"),
    "consent.ask": N_("asked for consent: {deed}"),
    "consent.grant": N_("agreed to what another admin had asked for"),
    "consent.refuse": N_("refused what another admin had asked for"),
}
GROUPS = (
    ("", N_("All deeds")),
    ("person", N_("People")),
    ("match", N_("Matches")),
    ("consent", N_("Consent")),
    ("house", N_("House")),
    ("job", N_("Jobs")),
    ("notice", N_("Notices")),
)
NOBODY = N_("somebody who is no more (number {number})")
WISHES = {
    "pause": N_("to pause the match"),
    "resume": N_("to end the pause"),
    "extend": N_("to give {hours} hours more for the answer"),
    "force": N_("to end the wait, so that the house answers"),
    "bot": N_("to put a bot on seat {seat}"),
    "take_back": N_("to take the match back to action {number}"),
    "end": N_("to end the match"),
    "delete": N_("to delete the match"),
    "restore": N_("to restore the deleted match"),
}
"""What consent can be asked for: app.admin.matches.KINDS."""

RULES = {
    "registration": N_("who may come in"),
    "name": N_("name of the house"),
    "greeting": N_("greeting on the first page"),
    "notice": N_("notice to all"),
    "notice_until": N_("until when it stands"),
    "maintenance": N_("maintenance"),
    "maintenance_word": N_("a word to those who wait"),
    "stuck_days": N_("days after which a match is stuck"),
}
"""The settings of app.admin.house.HouseRules."""


class DeedShown(Struct, frozen=True):
    """A line of the audit in the reader's language."""

    id: int
    at: datetime
    admin: str
    admin_id: int
    text: str
    person_id: int | None
    match: str | None
    reason: str


def deed_shown(deed: Deed, _: Language) -> DeedShown:
    """A deed in words. What its detail lacks is left blank: deeds outlive the words for them."""
    person = deed.person or _(NOBODY, number=deed.person_id)
    details = _details(deed.detail)
    if deed.kind == "house.set":
        details |= _setting(deed.detail, _)
    if "deed" in details:
        details["deed"] = in_words(details["deed"], deed.detail.get("detail", {}), _)
    return DeedShown(
        id=deed.id,
        at=deed.at,
        admin=deed.admin or _(NOBODY, number=deed.admin_id),
        admin_id=deed.admin_id,
        text=_(SENTENCES[deed.kind]).format_map(Blank(details, person=person)),
        person_id=deed.person_id if deed.person else None,
        match=deed.match,
        reason=deed.reason,
    )


def in_words(kind: str, detail: Mapping[str, object], _: Language) -> str:
    """What somebody wants to do to a match, in words."""
    return _(WISHES[kind]).format_map(Blank(_details(detail)))


def _setting(detail: Mapping[str, object], _: Language) -> dict[str, str]:
    """A setting of the house and its new value."""
    name, value = str(detail.get("name")), detail.get("value")
    if isinstance(value, bool):
        value = _(N_("yes")) if value else _(N_("no"))
    return {"name": _(RULES[name]) if name in RULES else name, "value": str(value or "–")}


def _details(detail: Mapping[str, object]) -> dict[str, str]:
    """As texts; seats are counted from one."""
    texts = {name: str(value) for name, value in detail.items()}
    if isinstance(seat := detail.get("seat"), int):
        texts["seat"] = str(seat + 1)
    return texts


class Blank(dict[str, str]):
    """Values by name; what is missing is an ellipsis."""

    def __missing__(self, key: str) -> str:
        return "…"
