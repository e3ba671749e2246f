"""Remember which scripts of the job queue are applied."""

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "job_queue_scripts",
        sa.Column(
            "name",
            sa.Text(),
            nullable=False,
            comment="a migration of the job queue that is applied",
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_job_queue_scripts")),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("job_queue_scripts")
