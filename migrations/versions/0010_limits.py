"""Keep rate limits."""

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "rate",
        sa.Column(
            "key",
            sa.LargeBinary(),
            nullable=False,
            comment="a digest of what is limited for whom",
        ),
        sa.Column("empty", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "taken", sa.Boolean(), nullable=False, comment="whether the last one was let through"
        ),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_rate")),
        prefixes=["UNLOGGED"],
    )
    op.create_index(op.f("ix_rate_empty"), "rate", ["empty"], unique=False)


def downgrade() -> None:
    """Take back."""
    op.drop_index(op.f("ix_rate_empty"), table_name="rate")
    op.drop_table("rate")
