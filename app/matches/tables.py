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
    Column("dues", ARRAY(DateTime(timezone=True)), comment="by seat: until when it has to answer"),
    Column("bank_seconds", Integer, comment="the time bank of each seat; null: no live clock"),
    Column("gain_seconds", Integer, comment="what the bank gains with each turn"),
    Column("banks", ARRAY(BigInteger), comment="by seat: milliseconds left when it was asked"),
    Column("holidays", ARRAY(DateTime(timezone=True)), comment="by seat: when its holiday ends"),
    Column("calendar", JSONB, comment="time zone, night and weekend hours that do not count"),
    Column("absence", Text, nullable=False, server_default="once", comment="who answers for it"),
    Column("paused", DateTime(timezone=True), comment="since when the clock stands still"),
    Column("paused_by", Text, comment="table or admin"),
    Column("rematch_of", ForeignKey("match.id", ondelete="SET NULL"), index=True),
    Column(
        "stir",
        BigInteger,
        nullable=False,
        server_default=text("0"),
        comment="changes at the table besides the play",
    ),
    Column("deleted", DateTime(timezone=True), comment="by an admin, who can restore it"),
    Column("deeds", Integer, nullable=False, server_default=text("0"), comment="of admins at it"),
    Column(
        "asks",
        Integer,
        nullable=False,
        server_default=text("0"),
        comment="what admins ask its players to agree to",
    ),
    Column("watch", Text, unique=True, comment="words that let anybody watch"),
    CheckConstraint("absence IN ('once', 'until_return', 'default')", name="absence"),
    CheckConstraint("state IN ('open', 'running', 'finished')", name="state"),
    CheckConstraint("(state = 'open') = (snapshot IS NULL)", name="open_without_snapshot"),
)
Index("ix_match_public_open", match.c.id, postgresql_where=text("public AND state = 'open'"))
Index("ix_match_open", match.c.id, postgresql_where=text("state = 'open'"))
Index("ix_match_deleted", match.c.id, postgresql_where=text("deleted IS NOT NULL"))
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
    Column("away", DateTime(timezone=True), comment="since when a bot plays until he returns"),
    Column("left", DateTime(timezone=True), comment="since when he has left for good"),
    Column("handover", Text, unique=True, comment="words that let another person take the seat"),
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
    Column("restores", BigInteger, comment="the action whose state it brings back: undo and redo"),
    Column("reason", Text, comment="an admin's words for it"),
    UniqueConstraint("match_id", "seat", "request_key"),
)

checkpoint = Table(
    "checkpoint",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger, primary_key=True, comment="of the action that led to it"),
    Column("snapshot", LargeBinary, nullable=False, comment="the state after it, MessagePack"),
)

proposal = Table(
    "proposal",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", Text, primary_key=True, comment="pause, end or undo"),
    Column("seat", SmallInteger, nullable=False, comment="who proposes"),
    Column("target", BigInteger, comment="undo: the action to go back to"),
    Column("version", BigInteger, nullable=False, comment="of the match when it was made"),
    Column("agreed", ARRAY(SmallInteger), nullable=False, comment="seats, who proposes too"),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    CheckConstraint("kind IN ('pause', 'end', 'undo')", name="kind"),
)

invitation = Table(
    "invitation",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("by_id", ForeignKey("person.id", ondelete="SET NULL"), index=True),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

watcher = Table(
    "watcher",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)
"""Who came by the spectators' link of a private match."""

talk = Table(
    "talk",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ForeignKey("person.id", ondelete="SET NULL")),
    Column("seat", SmallInteger, comment="null: a spectator"),
    Column("name", Text, nullable=False),
    Column("gallery", Boolean, nullable=False, comment="said among the spectators"),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("body", Text, comment="null: deleted"),
    Column("deleted_by", Text, comment="author or admin"),
    Column("stir", BigInteger, nullable=False, comment="of the match when it was last changed"),
    Index("ix_talk_match_id", "match_id", "id"),
    Index("ix_talk_person_id", "person_id", "at"),
)

listener = Table(
    "listener",
    metadata,
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("read", BigInteger, nullable=False, server_default=text("0"), comment="read up to here"),
    Column("muted", Boolean, nullable=False, server_default=text("false")),
    Column("note", Text, comment="private, of this person alone"),
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("closed", DateTime(timezone=True), comment="since when, by an admin"),
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
