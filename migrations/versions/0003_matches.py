"""Keep matches, their chairs and their actions."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""
    create_match()
    create_seat()
    create_action()


def create_match() -> None:
    """The table of matches."""
    op.create_table(
        "match",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("key", sa.Text(), nullable=False, comment="names the match in addresses"),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.SmallInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("chairs", sa.SmallInteger(), nullable=False),
        sa.Column("options", postgresql.JSONB(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("invite", sa.Text(), nullable=False, comment="words that let one join"),
        sa.Column("host_id", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.Text(), server_default="open", nullable=False),
        sa.Column("version", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "seen",
            sa.ARRAY(sa.BigInteger()),
            nullable=True,
            comment="by seat: the last action that showed it something",
        ),
        sa.Column(
            "waiting", sa.ARRAY(sa.SmallInteger()), server_default=sa.text("'{}'"), nullable=False
        ),
        sa.Column(
            "snapshot",
            sa.LargeBinary(),
            nullable=True,
            comment="the state after the last action, MessagePack",
        ),
        sa.Column("result", sa.Text(), nullable=True, comment="JSON, once it is finished"),
        sa.Column("seed", sa.LargeBinary(), nullable=False, comment="secret until it is finished"),
        sa.Column("commitment", sa.Text(), nullable=False, comment="SHA-256 of the seed"),
        sa.Column(
            "created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(state = 'open') = (snapshot IS NULL)", name=op.f("ck_match_open_without_snapshot")
        ),
        sa.CheckConstraint("state IN ('open', 'running', 'finished')", name=op.f("ck_match_state")),
        sa.ForeignKeyConstraint(
            ["host_id"], ["person.id"], name=op.f("fk_match_host_id_person"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("invite", name=op.f("uq_match_invite")),
        sa.UniqueConstraint("key", name=op.f("uq_match_key")),
    )
    op.create_index(op.f("ix_match_host_id"), "match", ["host_id"])
    op.create_index(
        "ix_match_public_open",
        "match",
        ["id"],
        postgresql_where=sa.text("public AND state = 'open'"),
    )
    op.create_index(
        "ix_match_running", "match", ["id"], postgresql_where=sa.text("state = 'running'")
    )
    op.create_index(
        "ix_match_finished", "match", ["finished"], postgresql_where=sa.text("state = 'finished'")
    )


def create_seat() -> None:
    """The table of chairs that are taken."""
    op.create_table(
        "seat",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("bot", sa.Text(), nullable=True, comment="which bot sits here"),
        sa.Column(
            "name",
            sa.Text(),
            nullable=True,
            comment="a bot's name, or the name of a person who is no more",
        ),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.Column(
            "taken", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_seat_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_seat_person_id_person"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seat")),
        sa.UniqueConstraint("match_id", "person_id", name=op.f("uq_seat_match_id_person_id")),
    )
    op.create_index(op.f("ix_seat_person_id"), "seat", ["person_id"])


def create_action() -> None:
    """The table of what was played."""
    op.create_table(
        "action",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "number", sa.BigInteger(), nullable=False, comment="the match's version after it"
        ),
        sa.Column("seat", sa.SmallInteger(), nullable=True, comment="null: the opening"),
        sa.Column("request_key", sa.Uuid(), nullable=True),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("action", sa.Text(), nullable=True, comment="JSON; null: the opening"),
        sa.Column("events", sa.Text(), nullable=False, comment="JSON"),
        sa.Column("throws", sa.Text(), nullable=False, comment="JSON"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_action_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_action")),
        sa.UniqueConstraint(
            "match_id", "seat", "request_key", name=op.f("uq_action_match_id_seat_request_key")
        ),
    )


def downgrade() -> None:
    """Take back."""
    op.drop_table("action")
    op.drop_table("seat")
    op.drop_table("match")
