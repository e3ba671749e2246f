"""What may go wrong with people: data to translate where it is shown.

AccountError
├── NameTakenError        another account has this name
├── BadNameError          the name cannot be one
├── BadPasswordError      the password cannot be one
├── WrongCredentialsError no account has this name with this password
├── HasAccountError       the person is no guest any more
├── ClosedAccountError    an admin has closed the account
├── NewcomerError         the house lets nobody new in, or only by invitation
├── BadLinkError          the link was used, is too old, or never was
├── BadHolidayError       these days cannot be a holiday
├── NoSuchPersonError     there is no such person
├── NoAccountError        this is for people with an account
└── LastAdminError        without this person the house would have no admin
"""

from typing import Any, ClassVar

from app.rules.contract import N_


class AccountError(Exception):
    """Base of these errors: `text` is an English sentence to translate, `params` its values."""

    default: ClassVar[str] = ""

    def __init__(self, text: str = "", **params: Any) -> None:
        self.text = text or self.default
        self.params = params
        super().__init__(self.text)


class NameTakenError(AccountError):
    """Another account has this name (in any spelling that looks the same)."""

    default = N_("Another player has this name already. Choose another one.")


class BadNameError(AccountError):
    """The name is too short, too long, or has characters that do not belong in a name."""


class BadPasswordError(AccountError):
    """The password is too short or too long."""


class BadHolidayError(AccountError):
    """The days are past, too many, or a holiday already."""


class WrongCredentialsError(AccountError):
    """Name or password is wrong; which of them is not told."""

    default = N_("This name and this password do not belong together.")


class HasAccountError(AccountError):
    """Only a guest can make an account."""

    default = N_("You have an account already.")


class ClosedAccountError(AccountError):
    """The account is disabled; said only to whom knows its password."""

    default = N_("This account is closed. Ask whoever runs this house.")


class NewcomerError(AccountError):
    """A guest or an account would be new, and the house does not take it."""

    default = N_("This house takes nobody new at present.")


class BadLinkError(AccountError):
    """A one-time link that opens nothing (any more)."""

    default = N_("This link is no longer good. Ask for a new one.")


class NoSuchPersonError(AccountError):
    """Nobody has this number."""

    default = N_("There is no such person.")


class NoAccountError(AccountError):
    """A guest has no password to set and cannot be an admin."""

    default = N_("A guest has no account.")


class LastAdminError(AccountError):
    """Somebody must run the house."""

    default = N_("This is the last admin: make somebody else an admin first.")


class CrowdedError(Exception):
    """So many passwords wait to be checked that this one is not taken: no AccountError."""

    text = N_("Many people come in just now. Try once more in a moment.")
    params: ClassVar[dict[str, Any]] = {}
    headers: ClassVar[dict[str, str]] = {"Retry-After": "5"}

    def __init__(self) -> None:
        super().__init__(self.text)
