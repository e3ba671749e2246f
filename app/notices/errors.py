"""What may go wrong with notices.

SendError
├── SendFailedError       it did not arrive this time; it may the next
└── ReceiverRefusedError  the receiver wants no more of it
AddressError              what was given is no address that can be used; data to translate
"""

from typing import Any


class SendError(Exception):
    """Base of what may go wrong while something is sent; the message is for the admin."""


class SendFailedError(SendError):
    """It did not arrive this time."""


class ReceiverRefusedError(SendError):
    """The receiver says that there is nobody, or that he wants no more."""


class AddressError(Exception):
    """What was given cannot be used: `text` is an English sentence, `params` its values."""

    def __init__(self, text: str, **params: Any) -> None:
        self.text = text
        self.params = params
        super().__init__(text)
