"""The database: one PostgreSQL, started here or given by `DATABASE_URL`.

`metadata` is where every table registers itself; `create_engine` opens the pool of the requests.
"""

from app.db.engine import create_engine, metadata, plain_url, sqlalchemy_url

__all__ = ["create_engine", "metadata", "plain_url", "sqlalchemy_url"]
