"""Keep the house's settings and the audit list."""

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""


def downgrade() -> None:
    """Take back."""
