"""Keep drafts and letters; tell which actions were made for an absent seat."""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""
    op.add_column(
        "action",
        sa.Column(
            "forced",
            sa.Text(),
            nullable=True,
            comment="host or clock, where it was made for an absent seat",
        ),
    )
    create_draft()
    create_letter()
    create_mailbox()


def create_draft() -> None:
    """The table of drafts."""
    op.create_table(
        "draft",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False, comment="JSON, for its seat alone"),
        sa.Column(
            "saved", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_draft_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_draft")),
    )


def create_letter() -> None:
    """The table of letters."""
    op.create_table(
        "letter",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("sender", sa.SmallInteger(), nullable=False, comment="a seat"),
        sa.Column(
            "readers",
            sa.ARRAY(sa.SmallInteger()),
            nullable=True,
            comment="seats, the sender too; null: everybody",
        ),
        sa.Column("turn", sa.SmallInteger(), nullable=False),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_letter_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
    )
    op.create_index("ix_letter_match_id", "letter", ["match_id", "id"])


def create_mailbox() -> None:
    """The table of mailboxes."""
    op.create_table(
        "mailbox",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column(
            "since",
            sa.BigInteger(),
            server_default=sa.text("0"),
            nullable=False,
            comment="private letters up to this one were for who sat here before",
        ),
        sa.Column(
            "read",
            sa.BigInteger(),
            server_default=sa.text("0"),
            nullable=False,
            comment="read up to here",
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_mailbox_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_mailbox")),
    )


def downgrade() -> None:
    """Take back."""
    for name in ("mailbox", "letter", "draft"):
        op.drop_table(name)
    op.drop_column("action", "forced")
