"""The tables of people and sessions."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
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
)

admin_link = Table(
    "admin_link",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False, comment="always 1"),
    Column("token", Text, nullable=False),
)
