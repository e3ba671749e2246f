"""Keep clocks, absence, undo, proposals, invitations and talk."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "checkpoint",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "number", sa.BigInteger(), nullable=False, comment="of the action that led to it"
        ),
        sa.Column(
            "snapshot", sa.LargeBinary(), nullable=False, comment="the state after it, MessagePack"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
            name=op.f("fk_checkpoint_match_id_match"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_checkpoint")),
    )
    op.create_table(
        "invitation",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["by_id"], ["person.id"], name=op.f("fk_invitation_by_id_person"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
            name=op.f("fk_invitation_match_id_match"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_invitation_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_invitation")),
    )
    op.create_index(op.f("ix_invitation_by_id"), "invitation", ["by_id"], unique=False)
    op.create_index(op.f("ix_invitation_person_id"), "invitation", ["person_id"], unique=False)
    op.create_table(
        "listener",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "read",
            sa.BigInteger(),
            server_default=sa.text("0"),
            nullable=False,
            comment="read up to here",
        ),
        sa.Column("muted", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("note", sa.Text(), nullable=True, comment="private, of this person alone"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_listener_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_listener_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_listener")),
    )
    op.create_index(op.f("ix_listener_person_id"), "listener", ["person_id"], unique=False)
    op.create_table(
        "proposal",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="pause, end or undo"),
        sa.Column("seat", sa.SmallInteger(), nullable=False, comment="who proposes"),
        sa.Column(
            "target", sa.BigInteger(), nullable=True, comment="undo: the action to go back to"
        ),
        sa.Column(
            "version", sa.BigInteger(), nullable=False, comment="of the match when it was made"
        ),
        sa.Column(
            "agreed", sa.ARRAY(sa.SmallInteger()), nullable=False, comment="seats, who proposes too"
        ),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.CheckConstraint("kind IN ('pause', 'end', 'undo')", name=op.f("ck_proposal_kind")),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_proposal_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "kind", name=op.f("pk_proposal")),
    )
    op.create_table(
        "talk",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("seat", sa.SmallInteger(), nullable=True, comment="null: a spectator"),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("gallery", sa.Boolean(), nullable=False, comment="said among the spectators"),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("body", sa.Text(), nullable=True, comment="null: deleted"),
        sa.Column("deleted_by", sa.Text(), nullable=True, comment="author or admin"),
        sa.Column(
            "stir",
            sa.BigInteger(),
            nullable=False,
            comment="of the match when it was last changed",
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_talk_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_talk_person_id_person"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_talk")),
    )
    op.create_index("ix_talk_match_id", "talk", ["match_id", "id"], unique=False)
    op.create_index("ix_talk_person_id", "talk", ["person_id", "at"], unique=False)
    op.create_table(
        "watcher",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_watcher_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_watcher_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_watcher")),
    )
    op.create_index(op.f("ix_watcher_person_id"), "watcher", ["person_id"], unique=False)
    op.add_column(
        "action",
        sa.Column(
            "restores",
            sa.BigInteger(),
            nullable=True,
            comment="the action whose state it brings back: undo and redo",
        ),
    )
    op.add_column(
        "action", sa.Column("reason", sa.Text(), nullable=True, comment="an admin's words for it")
    )
    op.add_column(
        "match",
        sa.Column(
            "dues",
            sa.ARRAY(sa.DateTime(timezone=True)),
            nullable=True,
            comment="by seat: until when it has to answer",
        ),
    )
    op.add_column(
        "match",
        sa.Column(
            "bank_seconds",
            sa.Integer(),
            nullable=True,
            comment="the time bank of each seat; null: no live clock",
        ),
    )
    op.add_column(
        "match",
        sa.Column(
            "gain_seconds",
            sa.Integer(),
            nullable=True,
            comment="what the bank gains with each turn",
        ),
    )
    op.add_column(
        "match",
        sa.Column(
            "banks",
            sa.ARRAY(sa.BigInteger()),
            nullable=True,
            comment="by seat: milliseconds left when it was asked",
        ),
    )
    op.add_column(
        "match",
        sa.Column(
            "holidays",
            sa.ARRAY(sa.DateTime(timezone=True)),
            nullable=True,
            comment="by seat: when its holiday ends",
        ),
    )
    op.add_column(
        "match",
        sa.Column(
            "calendar",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=True,
            comment="time zone, night and weekend hours that do not count",
        ),
    )
    op.add_column(
        "match",
        sa.Column(
            "absence",
            sa.Text(),
            server_default="once",
            nullable=False,
            comment="who answers for it",
        ),
    )
    op.add_column(
        "match",
        sa.Column(
            "paused",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="since when the clock stands still",
        ),
    )
    op.add_column(
        "match", sa.Column("paused_by", sa.Text(), nullable=True, comment="table or admin")
    )
    op.add_column("match", sa.Column("rematch_of", sa.BigInteger(), nullable=True))
    op.add_column(
        "match",
        sa.Column(
            "stir",
            sa.BigInteger(),
            server_default=sa.text("0"),
            nullable=False,
            comment="changes at the table besides the play",
        ),
    )
    op.add_column(
        "match",
        sa.Column(
            "deleted",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="by an admin, who can restore it",
        ),
    )
    op.add_column(
        "match",
        sa.Column("watch", sa.Text(), nullable=True, comment="words that let anybody watch"),
    )
    op.create_unique_constraint(op.f("uq_match_watch"), "match", ["watch"])
    op.create_check_constraint(
        op.f("ck_match_absence"), "match", "absence IN ('once', 'until_return', 'default')"
    )
    op.create_index(op.f("ix_match_rematch_of"), "match", ["rematch_of"], unique=False)
    op.create_foreign_key(
        op.f("fk_match_rematch_of_match"),
        "match",
        "match",
        ["rematch_of"],
        ["id"],
        ondelete="SET NULL",
    )
    op.add_column(
        "seat",
        sa.Column(
            "away",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="since when a bot plays until he returns",
        ),
    )
    op.add_column(
        "seat",
        sa.Column(
            "left",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="since when he has left for good",
        ),
    )
    op.add_column(
        "seat",
        sa.Column(
            "handover",
            sa.Text(),
            nullable=True,
            comment="words that let another person take the seat",
        ),
    )
    op.create_unique_constraint(op.f("uq_seat_handover"), "seat", ["handover"])
    op.execute(LET_RUN_ON)
    op.execute("UPDATE match SET absence = 'default' WHERE game = 'france'")


LET_RUN_ON = """
    UPDATE match SET dues = array(
        SELECT CASE WHEN seat.seat = ANY(match.waiting) AND seat.bot IS NULL THEN match.due END
        FROM seat WHERE seat.match_id = match.id ORDER BY seat.seat
    ) WHERE state = 'running' AND due IS NOT NULL
"""


def downgrade() -> None:
    """Take back."""
    op.drop_constraint(op.f("uq_seat_handover"), "seat", type_="unique")
    op.drop_column("seat", "handover")
    op.drop_column("seat", "left")
    op.drop_column("seat", "away")
    op.drop_constraint(op.f("fk_match_rematch_of_match"), "match", type_="foreignkey")
    op.drop_index(op.f("ix_match_rematch_of"), table_name="match")
    op.drop_constraint(op.f("uq_match_watch"), "match", type_="unique")
    op.drop_column("match", "watch")
    op.drop_column("match", "deleted")
    op.drop_column("match", "stir")
    op.drop_column("match", "rematch_of")
    op.drop_column("match", "paused_by")
    op.drop_column("match", "paused")
    op.drop_constraint(op.f("ck_match_absence"), "match")
    op.drop_column("match", "absence")
    op.drop_column("match", "calendar")
    op.drop_column("match", "holidays")
    op.drop_column("match", "banks")
    op.drop_column("match", "gain_seconds")
    op.drop_column("match", "bank_seconds")
    op.drop_column("match", "dues")
    op.drop_column("action", "reason")
    op.drop_column("action", "restores")
    op.drop_index(op.f("ix_watcher_person_id"), table_name="watcher")
    op.drop_table("watcher")
    op.drop_index("ix_talk_person_id", table_name="talk")
    op.drop_index("ix_talk_match_id", table_name="talk")
    op.drop_table("talk")
    op.drop_table("proposal")
    op.drop_index(op.f("ix_listener_person_id"), table_name="listener")
    op.drop_table("listener")
    op.drop_index(op.f("ix_invitation_person_id"), table_name="invitation")
    op.drop_index(op.f("ix_invitation_by_id"), table_name="invitation")
    op.drop_table("invitation")
    op.drop_table("checkpoint")
