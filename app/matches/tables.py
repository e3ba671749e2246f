"""The tables of matches: a row a match, a chair taken, an action."""

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
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from app.db import metadata

match = Table(
    "match",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("key", Text, nullable=False, unique=True, comment="names the match in addresses"),
    Column("game", Text, nullable=False),
    Column("rules_version", SmallInteger, nullable=False),
    Column("title", Text, nullable=False),
    Column("chairs", SmallInteger, nullable=False),
    Column("options", JSONB, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("invite", Text, nullable=False, unique=True, comment="words that let one join"),
    Column("host_id", ForeignKey("person.id", ondelete="SET NULL"), index=True),
    Column("state", Text, nullable=False, server_default="open"),
    Column("version", BigInteger, nullable=False, server_default=text("0")),
    Column("seen", ARRAY(BigInteger), comment="by seat: the last action that showed it something"),
    Column("waiting", ARRAY(SmallInteger), nullable=False, server_default=text("'{}'")),
    Column("snapshot", LargeBinary, comment="the state after the last action, MessagePack"),
    Column("result", Text, comment="JSON, once it is finished"),
    Column("seed", LargeBinary, nullable=False, comment="secret until it is finished"),
    Column("commitment", Text, nullable=False, comment="SHA-256 of the seed"),
    Column("created", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column(
        "moved",
        DateTime(timezone=True),
        nullable=False,
        server_default=func.now(),
        comment="when the version changed last",
    ),
    Column("started", DateTime(timezone=True)),
    Column("finished", DateTime(timezone=True)),
    Column("limit_seconds", Integer, comment="for each decision; null: no limit"),
    Column(
        "due",
        DateTime(timezone=True),
        comment="when the house answers for the persons who are awaited",
    ),
    CheckConstraint("state IN ('open', 'running', 'finished')", name="state"),
    CheckConstraint("(state = 'open') = (snapshot IS NULL)", name="open_without_snapshot"),
)
Index("ix_match_public_open", match.c.id, postgresql_where=text("public AND state = 'open'"))
Index("ix_match_running", match.c.id, postgresql_where=text("state = 'running'"))
Index("ix_match_finished", match.c.finished, postgresql_where=text("state = 'finished'"))

seat = Table(
    "seat",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="SET NULL"), index=True),
    Column("bot", Text, comment="which bot sits here"),
    Column("name", Text, comment="a bot's name, or the name of a person who is no more"),
    Column("nonce", LargeBinary, nullable=False),
    Column("taken", DateTime(timezone=True), nullable=False, server_default=func.now()),
    UniqueConstraint("match_id", "person_id"),
)

action = Table(
    "action",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger, primary_key=True, comment="the match's version after it"),
    Column("seat", SmallInteger, comment="null: the opening"),
    Column("request_key", Uuid),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("action", Text, comment="JSON; null: the opening"),
    Column("events", Text, nullable=False, comment="JSON"),
    Column("throws", Text, nullable=False, comment="JSON"),
    Column("forced", Text, comment="host or clock, where it was made for an absent seat"),
    UniqueConstraint("match_id", "seat", "request_key"),
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)
"""One row: when the house was open last."""

draft = Table(
    "draft",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("data", Text, nullable=False, comment="JSON, for its seat alone"),
    Column("saved", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

letter = Table(
    "letter",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("sender", SmallInteger, nullable=False, comment="a seat"),
    Column("readers", ARRAY(SmallInteger), comment="seats, the sender too; null: everybody"),
    Column("turn", SmallInteger, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("body", Text, nullable=False),
    Index("ix_letter_match_id", "match_id", "id"),
)

mailbox = Table(
    "mailbox",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column(
        "since",
        BigInteger,
        nullable=False,
        server_default=text("0"),
        comment="private letters up to this one were for who sat here before",
    ),
    Column("read", BigInteger, nullable=False, server_default=text("0"), comment="read up to here"),
)
