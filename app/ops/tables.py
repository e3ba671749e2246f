"""The table of figures over time."""

from sqlalchemy import BigInteger, Column, DateTime, Table, Text

from app.db import metadata

meter = Table(
    "meter",
    metadata,
    Column("at", DateTime(timezone=True), primary_key=True, comment="the begin of a minute"),
    Column("name", Text, primary_key=True, comment="as in app/meters.py"),
    Column("value", BigInteger, nullable=False, comment="how many more in it, all processes"),
)
