"""The tables that the database layer itself keeps."""

from sqlalchemy import Boolean, Column, DateTime, LargeBinary, Table, Text

from app.db.engine import metadata

job_queue_scripts = Table(
    "job_queue_scripts",
    metadata,
    Column("name", Text, primary_key=True, comment="a migration of the job queue that is applied"),
)

rate = Table(
    "rate",
    metadata,
    Column("key", LargeBinary, primary_key=True, comment="a digest of what is limited for whom"),
    Column("empty", DateTime(timezone=True), nullable=False, index=True),
    Column("taken", Boolean, nullable=False, comment="whether the last one was let through"),
    prefixes=["UNLOGGED"],
)
"""Buckets of `app.db.rates`: `empty` is when they will have run out."""
