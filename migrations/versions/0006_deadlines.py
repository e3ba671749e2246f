"""Let matches have a time limit; keep when the house was open last."""

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""
    op.add_column(
        "match",
        sa.Column(
            "limit_seconds",
            sa.Integer(),
            nullable=True,
            comment="for each decision; null: no limit",
        ),
    )
    op.add_column(
        "match",
        sa.Column(
            "due",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when the house answers for the persons who are awaited",
        ),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("heartbeat")
    op.drop_column("match", "due")
    op.drop_column("match", "limit_seconds")
