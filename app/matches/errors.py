"""What may go wrong with a match: data to translate where it is shown.

MatchError
├── NoSuchMatchError      there is none, or it is private and you have no business there
├── NotSeatedError        you have no seat in this match
│   └── NotHostError      only the host may do this
├── NotYoursError         what is another's cannot be changed
├── StaleError            something happened since the page that you answered from
├── RefusedError          the rules do not allow it
├── MatchOverError        the match has ended
├── NotOpenError          the match is past, or not yet at, the point where this can be done
│   └── PausedError       the match is paused
├── BeyondUndoError       nobody may take back so much
├── NothingToRedoError    something else was done since the undo
└── BadChoiceError        what was sent is no choice at all
    └── BadFileError      it is no file of a match
"""

from typing import Any, ClassVar

from app.rules.contract import N_, Refusal

NOT_BEGUN = N_("This match has not begun.")
NO_MOMENT = N_("This match has no such moment.")
NO_INVITATION = N_("No match waits for this invitation; one that has begun takes nobody in.")


class MatchError(Exception):
    """Base of these errors: `text` is an English sentence to translate, `params` its values."""

    default: ClassVar[str] = ""

    def __init__(self, text: str = "", **params: Any) -> None:
        self.text = text or self.default
        self.params = params
        super().__init__(self.text)


class NoSuchMatchError(MatchError):
    """No such match: also said of private matches to strangers."""

    default = N_("There is no such match.")


class NotSeatedError(MatchError):
    """The person has no seat in the match."""

    default = N_("You have no seat in this match.")


class NotHostError(NotSeatedError):
    """Only the match's host may do this."""

    default = N_("Only the host of the match can do this.")


class NotYoursError(MatchError):
    """What is another's cannot be changed."""

    default = N_("This is not yours to change.")


class StaleError(MatchError):
    """Something happened since the version that was answered; `version` is the present one."""

    default = N_("Something happened meanwhile. Here is the board as it is now.")

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__()


class RefusedError(MatchError):
    """The rules refuse; `refusal` says which rule and what would be legal."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.text, **refusal.params)


class MatchOverError(MatchError):
    """The match has ended: nothing can be played any more."""

    default = N_("This match is over.")


class NotOpenError(MatchError):
    """Joining, leaving and starting are for open matches, playing for running ones."""

    default = N_("This match has begun already.")


class PausedError(NotOpenError):
    """While the match is paused nobody moves."""

    default = N_("This match is paused. Whoever sits at the table can resume it.")


class BeyondUndoError(MatchError):
    """An undo ends at a throw, at something shown that was hidden, at another seat's move."""

    default = N_(
        "You can take back your own last steps: not a throw, not what somebody has been shown, "
        "and not what others did before or since."
    )


class NothingToRedoError(MatchError):
    """A redo is for the steps that this seat took back last, while nothing else has been done."""

    default = N_(
        "There is nothing to do again: only what you took back last, before anything else."
    )


class BadChoiceError(MatchError):
    """What was sent is no possible choice; `text` says what is wrong with it."""

    default = N_("This is no move of this game.")


class BadFileError(BadChoiceError):
    """What was sent is no file of a match that this house can take in."""

    default = N_("This is no file of a match.")
