"""The tables of people and sessions."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    ForeignKey,
    Identity,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    func,
    text,
)

from app.db import metadata

person = Table(
    "person",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, unique=True, comment="the name folded; null for a guest"),
    Column("password", Text, comment="argon2id; null for a guest"),
    Column("admin", Boolean, nullable=False, server_default=text("false")),
    Column("language", Text),
    Column("theme", Text),
    Column("zone", Text, comment="time zone, such as Europe/Paris"),
    Column("disabled", DateTime(timezone=True), comment="since when he may not come in"),
    Column("created", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

session = Table(
    "session",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("token_hash", LargeBinary, nullable=False, unique=True),
    Column("created", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("used", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("expires", DateTime(timezone=True), nullable=False, index=True),
    Column(
        "acting_id",
        ForeignKey("person.id", ondelete="CASCADE"),
        index=True,
        comment="who sits at the screen now, of those beside its owner",
    ),
)

beside = Table(
    "beside",
    metadata,
    Column("session_id", ForeignKey("session.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True),
)
"""Hot seat: who shares a session's screen, its owner not included."""

holiday = Table(
    "holiday",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("first", Date, nullable=False),
    Column("last", Date, nullable=False, comment="included"),
    CheckConstraint("first <= last", name="order"),
)

admin_link = Table(
    "admin_link",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False, comment="always 1"),
    Column("token", Text, nullable=False),
)
