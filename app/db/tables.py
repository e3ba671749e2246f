"""The tables that the database layer itself keeps."""

from sqlalchemy import Column, Table, Text

from app.db.engine import metadata

job_queue_scripts = Table(
    "job_queue_scripts",
    metadata,
    Column("name", Text, primary_key=True, comment="a migration of the job queue that is applied"),
)
