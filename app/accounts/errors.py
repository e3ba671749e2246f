"""What may go wrong with people: data to translate where it is shown.

AccountError
├── NameTakenError        another account has this name
├── BadNameError          the name cannot be one
├── BadPasswordError      the password cannot be one
├── WrongCredentialsError no account has this name with this password
└── HasAccountError       the person is no guest any more
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


class WrongCredentialsError(AccountError):
    """Name or password is wrong; which of them is not told."""

    default = N_("This name and this password do not belong together.")


class HasAccountError(AccountError):
    """Only a guest can make an account."""

    default = N_("You have an account already.")
