"""What may go wrong with running the house: data to translate where it is shown.

AdminError
├── NotAdminError    the person does not run the house
├── OwnMatchError    he plays there: others must agree
├── OwnPersonError   it would be a deed on himself, or on another admin's keys
├── MaintenanceError the house is closed for maintenance: nothing can be changed
├── BadSettingError  what was sent is no such setting
└── NoSuchDeedError  there is nothing (any more) under this number
"""

from typing import Any, ClassVar

from app.rules.contract import N_


class AdminError(Exception):
    """Base of these errors: `text` is an English sentence to translate, `params` its values."""

    default: ClassVar[str] = ""

    def __init__(self, text: str = "", **params: Any) -> None:
        self.text = text or self.default
        self.params = params
        super().__init__(self.text)


class NotAdminError(AdminError):
    """Only an admin may see or do this."""

    default = N_("Only who runs this house can do this.")


class OwnMatchError(AdminError):
    """An admin has no power alone over a match in which he plays."""

    default = N_("You play in this match: another admin must do this.")


class OwnPersonError(AdminError):
    """An admin cannot do this to himself."""

    default = N_("You cannot do this to yourself: another admin must.")


class MaintenanceError(AdminError):
    """Pages can be read, nothing can be changed; `word`: the admin's own, untranslated."""

    title: ClassVar[str] = N_("The house is being looked after")
    default = N_(
        "Pages can be read, but moves have to wait. Nothing is lost, and no clock runs on."
        " Try once more in a few minutes."
    )

    def __init__(self, word: str = "") -> None:
        self.word = word
        super().__init__()


class BadSettingError(AdminError):
    """What was sent cannot be set."""

    default = N_("There is no such setting.")


class NoSuchDeedError(AdminError):
    """What is meant does not wait (any more)."""

    default = N_("This does not wait any more.")
