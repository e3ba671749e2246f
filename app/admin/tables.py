"""The tables of the house: its settings, the deeds of its admins, what they ask others for."""

from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Table,
    Text,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from app.db import metadata

house_setting = Table(
    "house_setting",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False, comment="JSON"),
    Column("changed", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("by_id", ForeignKey("person.id", ondelete="SET NULL"), index=True),
)

deed = Table(
    "deed",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("admin_id", BigInteger, nullable=False, comment="a person, perhaps no more"),
    Column("kind", Text, nullable=False),
    Column("person_id", BigInteger, comment="whom it is about, perhaps no more"),
    Column("match_id", BigInteger, comment="what it is about, perhaps no more"),
    Column("match_key", Text),
    Column("detail", JSONB, nullable=False),
    Column("reason", Text, nullable=False),
    Index("ix_deed_admin_id", "admin_id", "id"),
    Index("ix_deed_person_id", "person_id", "id"),
    Index("ix_deed_match_id", "match_id", "id"),
)
"""What admins did. A trigger (migration 0009) forbids to change or delete a row: so no foreign
keys, and no names, which a deleted person would leave behind."""

consent = Table(
    "consent",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("admin_id", ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("match_id", ForeignKey("match.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("detail", JSONB, nullable=False),
    Column("reason", Text, nullable=False),
    Column("version", BigInteger, nullable=False, comment="of the match when it was asked for"),
    Column("agreed", ARRAY(BigInteger), nullable=False, comment="people at the table"),
    Column("state", Text, nullable=False, server_default="asked"),
    Column("decided", DateTime(timezone=True)),
    Column("by_id", ForeignKey("person.id", ondelete="SET NULL"), index=True),
    CheckConstraint("state IN ('asked', 'done', 'refused', 'void')", name="state"),
    Index("ix_consent_asked", "id", postgresql_where=text("state = 'asked'")),
)
"""What an admin wants to do at a table where he sits: another admin or all players must agree."""
