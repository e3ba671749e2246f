"""The tables of notices: what was noticed, for whom, by which ways, and what became of it."""

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from app.db import metadata

untold = Table(
    "untold",
    metadata,
    Column("match_id", BigInteger, primary_key=True, autoincrement=False),
)
"""Matches that changed since notices were made of them; the sweep adds what a crash left out."""

told = Table(
    "told",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("version", BigInteger, nullable=False, comment="notices were made up to here"),
    Column("state", Text, nullable=False, comment="of the match at that version"),
    Column("letter", BigInteger, nullable=False, server_default=text("0"), comment="the last told"),
)

awaited = Table(
    "awaited",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("number", BigInteger, nullable=False, comment="the match's version when it began"),
    Column("since", DateTime(timezone=True), nullable=False),
    Column("near", DateTime(timezone=True), comment="when to tell that the deadline is near"),
    Index("ix_awaited_near", "near", postgresql_where=text("near IS NOT NULL")),
)
"""The seats that wait now, as far as notices know: one row for each wait of a person."""

notice = Table(
    "notice",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), comment="null: the table's"),
    Column("kind", Text, nullable=False),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), index=True),
    Column("number", BigInteger, nullable=False, comment="what makes it the only one of its kind"),
    Column("facts", JSONB, nullable=False, comment="what its words need: names, never secrets"),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("read", DateTime(timezone=True)),
    UniqueConstraint("person_id", "kind", "match_id", "number", postgresql_nulls_not_distinct=True),
    Index("ix_notice_unread", "person_id", "id", postgresql_where=text("read IS NULL")),
)

address = Table(
    "address",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column(
        "match_id",
        ForeignKey("match.id", ondelete="CASCADE"),
        index=True,
        comment="a webhook of the whole table, set by its host",
    ),
    Column("channel", Text, nullable=False),
    Column("target", Text, nullable=False, comment="address of a mailbox, endpoint or webhook"),
    Column("service", Text, comment="of a webhook: discord, slack, ntfy or json"),
    Column("keys", JSONB, comment="of a push subscription"),
    Column("label", Text, nullable=False, comment="how its owner sees it"),
    Column("kinds", ARRAY(Text), comment="what a table's webhook is told"),
    Column("base", Text, nullable=False, comment="the house's address when it was given"),
    Column("token", Text, nullable=False, unique=True, comment="in links that confirm or stop"),
    Column("created", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("confirmed", DateTime(timezone=True)),
    Column("refused", DateTime(timezone=True), comment="since when it takes nothing"),
    Column("refusal", Text, comment="what the receiver said"),
    UniqueConstraint("person_id", "match_id", "target", postgresql_nulls_not_distinct=True),
    CheckConstraint("channel IN ('mail', 'push', 'hook')", name="channel"),
)

wish = Table(
    "wish",
    metadata,
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    Column("off", JSONB, nullable=False, comment="by channel, the kinds that are not wanted"),
    Column("digest", Boolean, nullable=False, server_default=text("false")),
    Column("sound", Boolean, nullable=False, server_default=text("false")),
)

delivery = Table(
    "delivery",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("notice_id", ForeignKey("notice.id", ondelete="CASCADE"), nullable=False),
    Column("address_id", ForeignKey("address.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("receiver", Text, nullable=False, comment="the server: a few at once are sent to it"),
    Column("digest", Boolean, nullable=False, server_default=text("false")),
    Column("state", Text, nullable=False, server_default="waiting"),
    Column("due", DateTime(timezone=True), nullable=False),
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Column("error", Text),
    Column("ended", DateTime(timezone=True)),
    UniqueConstraint("notice_id", "address_id"),
    CheckConstraint(
        "state IN ('waiting', 'sending', 'sent', 'dropped', 'failed', 'refused')", name="state"
    ),
    Index("ix_delivery_due", "due", postgresql_where=text("state IN ('waiting', 'sending')")),
    Index("ix_delivery_failed", "id", postgresql_where=text("state IN ('failed', 'refused')")),
)

presence = Table(
    "presence",
    metadata,
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("at", DateTime(timezone=True), nullable=False),
)
"""Who had a match before his eyes when; written a few times a minute at most."""

push_key = Table(
    "push_key",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False, comment="always 1"),
    Column("private", Text, nullable=False, comment="PKCS 8, PEM: signs what is pushed (RFC 8292)"),
)
