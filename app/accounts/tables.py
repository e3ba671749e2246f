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
    Index,
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
    Column("password", Text, comment="argon2id; null for a guest, ! until it is chosen"),
    Column("admin", Boolean, nullable=False, server_default=text("false")),
    Column("language", Text),
    Column("theme", Text),
    Column("zone", Text, comment="time zone, such as Europe/Paris"),
    Column("disabled", DateTime(timezone=True), comment="since when he may not come in"),
    Column("created", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

Index(
    "ix_person_lower_name",
    func.lower(person.c.name).label("lower_name"),
    postgresql_ops={"lower_name": "text_pattern_ops"},
)
Index("ix_person_admin", person.c.id, postgresql_where=text("admin"))

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

account_link = Table(
    "account_link",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("token_hash", LargeBinary, nullable=False, unique=True),
    Column("kind", Text, nullable=False, comment="password: of the person; register: an account"),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), index=True),
    Column("by_id", ForeignKey("person.id", ondelete="SET NULL"), index=True),
    Column("uses", SmallInteger, nullable=False, comment="how often it still works"),
    Column("note", Text, comment="for whom"),
    Column("created", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("expires", DateTime(timezone=True), nullable=False),
    CheckConstraint("kind IN ('password', 'register')", name="kind"),
    CheckConstraint("(kind = 'password') = (person_id IS NOT NULL)", name="person"),
)
"""Links that work once, or a few times: their tokens are known to their readers alone."""
