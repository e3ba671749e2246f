"""Keep rate limits."""

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""


def downgrade() -> None:
    """Take back."""
