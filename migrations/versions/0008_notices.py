"""Keep notices, their receivers and deliveries."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "push_key",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False, comment="always 1"),
        sa.Column(
            "private",
            sa.Text(),
            nullable=False,
            comment="PKCS 8, PEM: signs what is pushed (RFC 8292)",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_key")),
    )
    op.create_table(
        "untold",
        sa.Column("match_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_untold")),
    )
    op.create_table(
        "wish",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "off",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=False,
            comment="by channel, the kinds that are not wanted",
        ),
        sa.Column("digest", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("sound", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_wish_person_id_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person_id", name=op.f("pk_wish")),
    )
    op.create_table(
        "address",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "match_id",
            sa.BigInteger(),
            nullable=True,
            comment="a webhook of the whole table, set by its host",
        ),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column(
            "target", sa.Text(), nullable=False, comment="address of a mailbox, endpoint or webhook"
        ),
        sa.Column(
            "service",
            sa.Text(),
            nullable=True,
            comment="of a webhook: discord, slack, ntfy or json",
        ),
        sa.Column(
            "keys",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=True,
            comment="of a push subscription",
        ),
        sa.Column("label", sa.Text(), nullable=False, comment="how its owner sees it"),
        sa.Column(
            "kinds", sa.ARRAY(sa.Text()), nullable=True, comment="what a table's webhook is told"
        ),
        sa.Column(
            "base", sa.Text(), nullable=False, comment="the house's address when it was given"
        ),
        sa.Column("token", sa.Text(), nullable=False, comment="in links that confirm or stop"),
        sa.Column(
            "created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("confirmed", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "refused",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="since when it takes nothing",
        ),
        sa.Column("refusal", sa.Text(), nullable=True, comment="what the receiver said"),
        sa.CheckConstraint("channel IN ('mail', 'push', 'hook')", name=op.f("ck_address_channel")),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_address_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_address_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address")),
        sa.UniqueConstraint(
            "person_id",
            "match_id",
            "target",
            name=op.f("uq_address_person_id_match_id_target"),
            postgresql_nulls_not_distinct=True,
        ),
        sa.UniqueConstraint("token", name=op.f("uq_address_token")),
    )
    op.create_index(op.f("ix_address_match_id"), "address", ["match_id"], unique=False)
    op.create_index(op.f("ix_address_person_id"), "address", ["person_id"], unique=False)
    op.create_table(
        "awaited",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "number", sa.BigInteger(), nullable=False, comment="the match's version when it began"
        ),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "near",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when to tell that the deadline is near",
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_awaited_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_awaited_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_awaited")),
    )
    op.create_index(
        "ix_awaited_near",
        "awaited",
        ["near"],
        unique=False,
        postgresql_where=sa.text("near IS NOT NULL"),
    )
    op.create_index(op.f("ix_awaited_person_id"), "awaited", ["person_id"], unique=False)
    op.create_table(
        "notice",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True, comment="null: the table's"),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "number",
            sa.BigInteger(),
            nullable=False,
            comment="what makes it the only one of its kind",
        ),
        sa.Column(
            "facts",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=False,
            comment="what its words need: names, never secrets",
        ),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("read", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_notice_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_notice_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
        sa.UniqueConstraint(
            "person_id",
            "kind",
            "match_id",
            "number",
            name=op.f("uq_notice_person_id_kind_match_id_number"),
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_index(op.f("ix_notice_match_id"), "notice", ["match_id"], unique=False)
    op.create_index(
        "ix_notice_unread",
        "notice",
        ["person_id", "id"],
        unique=False,
        postgresql_where=sa.text("read IS NULL"),
    )
    op.create_table(
        "presence",
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_presence_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_presence_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("person_id", "match_id", name=op.f("pk_presence")),
    )
    op.create_index(op.f("ix_presence_match_id"), "presence", ["match_id"], unique=False)
    op.create_table(
        "told",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "version", sa.BigInteger(), nullable=False, comment="notices were made up to here"
        ),
        sa.Column("state", sa.Text(), nullable=False, comment="of the match at that version"),
        sa.Column(
            "letter",
            sa.BigInteger(),
            server_default=sa.text("0"),
            nullable=False,
            comment="the last told",
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_told_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_told")),
    )
    op.create_table(
        "delivery",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("notice_id", sa.BigInteger(), nullable=False),
        sa.Column("address_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "receiver",
            sa.Text(),
            nullable=False,
            comment="the server: a few at once are sent to it",
        ),
        sa.Column("digest", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("state", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('waiting', 'sending', 'sent', 'dropped', 'failed', 'refused')",
            name=op.f("ck_delivery_state"),
        ),
        sa.ForeignKeyConstraint(
            ["address_id"],
            ["address.id"],
            name=op.f("fk_delivery_address_id_address"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["notice_id"],
            ["notice.id"],
            name=op.f("fk_delivery_notice_id_notice"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delivery")),
        sa.UniqueConstraint(
            "notice_id", "address_id", name=op.f("uq_delivery_notice_id_address_id")
        ),
    )
    op.create_index(op.f("ix_delivery_address_id"), "delivery", ["address_id"], unique=False)
    op.create_index(
        "ix_delivery_due",
        "delivery",
        ["due"],
        unique=False,
        postgresql_where=sa.text("state IN ('waiting', 'sending')"),
    )
    op.create_index(
        "ix_delivery_failed",
        "delivery",
        ["id"],
        unique=False,
        postgresql_where=sa.text("state IN ('failed', 'refused')"),
    )
    op.execute(
        "INSERT INTO told (match_id, version, state)"
        " SELECT id, version, state FROM match WHERE state = 'finished'"
    )


def downgrade() -> None:
    """Take back."""
    op.drop_index(
        "ix_delivery_failed",
        table_name="delivery",
        postgresql_where=sa.text("state IN ('failed', 'refused')"),
    )
    op.drop_index(
        "ix_delivery_due",
        table_name="delivery",
        postgresql_where=sa.text("state IN ('waiting', 'sending')"),
    )
    op.drop_index(op.f("ix_delivery_address_id"), table_name="delivery")
    op.drop_table("delivery")
    op.drop_table("told")
    op.drop_index(op.f("ix_presence_match_id"), table_name="presence")
    op.drop_table("presence")
    op.drop_index("ix_notice_unread", table_name="notice", postgresql_where=sa.text("read IS NULL"))
    op.drop_index(op.f("ix_notice_match_id"), table_name="notice")
    op.drop_table("notice")
    op.drop_index(op.f("ix_awaited_person_id"), table_name="awaited")
    op.drop_index(
        "ix_awaited_near", table_name="awaited", postgresql_where=sa.text("near IS NOT NULL")
    )
    op.drop_table("awaited")
    op.drop_index(op.f("ix_address_person_id"), table_name="address")
    op.drop_index(op.f("ix_address_match_id"), table_name="address")
    op.drop_table("address")
    op.drop_table("wish")
    op.drop_table("untold")
    op.drop_table("push_key")
