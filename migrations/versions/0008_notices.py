"""Keep notices, their receivers and deliveries."""

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""


def downgrade() -> None:
    """Take back."""
