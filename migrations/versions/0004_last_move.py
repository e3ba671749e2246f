"""Keep when a match's version changed last."""

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""
    op.add_column(
        "match",
        sa.Column(
            "moved",
            sa.DateTime(timezone=True),
            server_default=sa.text("now()"),
            nullable=False,
            comment="when the version changed last",
        ),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_column("match", "moved")
