"""Keep the figures of each minute."""

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "meter",
        sa.Column(
            "at", sa.DateTime(timezone=True), nullable=False, comment="the begin of a minute"
        ),
        sa.Column("name", sa.Text(), nullable=False, comment="as in app/meters.py"),
        sa.Column(
            "value",
            sa.BigInteger(),
            nullable=False,
            comment="how many more in it, all processes",
        ),
        sa.PrimaryKeyConstraint("at", "name", name=op.f("pk_meter")),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("meter")
