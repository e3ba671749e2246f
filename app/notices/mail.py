"""E-mail: a plain text and the same as simple HTML, with the headers that stop it (RFC 8058)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

import aiosmtplib
from markupsafe import Markup
from msgspec import Struct

from app.notices.errors import ReceiverRefusedError, SendFailedError
from app.notices.wording import Message, Words

SECONDS = 10.0
PORTS = {"smtp": 587, "smtps": 465}
REFUSED = range(500, 600)
"""Answers to a recipient that are final (RFC 5321 4.2.1)."""


class Mailer(Struct, frozen=True):
    """Where mail is handed in. Raises what `aiosmtplib` raises only inside `send`."""

    url: str
    sender: str

    @property
    def parsed_sender(self) -> tuple[str, str]:
        """Name and address of the sender."""
        return parseaddr(self.sender)

    async def send(self, mail: EmailMessage) -> None:
        """Hand it in. Raises SendFailedError, ReceiverRefusedError."""
        parts = urlsplit(self.url)
        try:
            await aiosmtplib.send(
                mail,
                hostname=parts.hostname,
                port=parts.port or PORTS[parts.scheme],
                username=unquote(parts.username) if parts.username else None,
                password=unquote(parts.password) if parts.password else None,
                use_tls=parts.scheme == "smtps",
                timeout=SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [refused.code for refused in error.recipients]
            if codes and all(code in REFUSED for code in codes):
                raise ReceiverRefusedError(f"the mail server answered {codes[0]}") from error
            raise SendFailedError(f"the mail server answered {codes}") from error
        except aiosmtplib.SMTPResponseException as error:
            raise SendFailedError(f"the mail server answered {error.code}") from error
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise SendFailedError("the mail server cannot be reached") from error


def sender_of(mail_from: str | None, smtp: str, public_url: str | None) -> str:
    """Who sends: as it is set, else `burgrave` at the house's own name."""
    host = urlsplit(public_url or smtp).hostname or "localhost"
    return mail_from or f"Burgrave <burgrave@{host}>"


def compose(to: str, sender: str, messages: Sequence[Message], _: Words) -> EmailMessage:
    """One mail of one message, or a digest of several."""
    first = messages[0]
    many = len(messages) > 1
    mail = EmailMessage()
    name, address = parseaddr(sender)
    local, _at, domain = address.rpartition("@")
    mail["From"] = Address(name or "Burgrave", local or "burgrave", domain)
    mail["To"] = to
    title = _.ngettext("{number} notice", "{number} notices", len(messages))
    mail["Subject"] = title if many else first.title
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = make_msgid(domain=domain or "localhost")
    mail["Auto-Submitted"] = "auto-generated"
    if first.stop_url and not many:
        mail["List-Unsubscribe"] = f"<{first.stop_url}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content("\n\n--\n\n".join(map(_text, messages)) + "\n")
    mail.add_alternative(_html(messages, _), subtype="html")
    return mail


def _text(message: Message) -> str:
    lines = [message.title, "", message.body, "", f"{message.link}: {message.url}"]
    if message.stop_url:
        lines += ["", f"{message.stop}: {message.stop_url}"]
    return "\n".join(lines)


def _html(messages: Sequence[Message], _: Words) -> str:
    body = Markup("").join(map(_part, messages))
    return str(
        Markup('<!doctype html><html lang="{}"><body>{}</body></html>').format(_.language, body)
    )


def _part(message: Message) -> Markup:
    stop = Markup('<p><small><a href="{}">{}</a></small></p>') if message.stop_url else Markup("")
    return Markup('<h1>{}</h1><p>{}</p><p><a href="{}">{}</a></p>{}').format(
        message.title,
        message.body,
        message.url,
        message.link,
        stop.format(message.stop_url, message.stop),
    )
