"""Keep the house's settings, its one-time links, the audit list, and what admins ask for."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: None = None
depends_on: None = None

KEEP_DEEDS = """
CREATE FUNCTION keep_deeds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the list of deeds is only added to';
END
$$
"""
KEPT = """
CREATE TRIGGER keep_deeds BEFORE UPDATE OR DELETE ON deed
FOR EACH ROW EXECUTE FUNCTION keep_deeds()
"""


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "deed",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("admin_id", sa.BigInteger(), nullable=False, comment="a person, perhaps no more"),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column(
            "person_id", sa.BigInteger(), nullable=True, comment="whom it is about, perhaps no more"
        ),
        sa.Column(
            "match_id", sa.BigInteger(), nullable=True, comment="what it is about, perhaps no more"
        ),
        sa.Column("match_key", sa.Text(), nullable=True),
        sa.Column("detail", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deed")),
    )
    op.create_index("ix_deed_admin_id", "deed", ["admin_id", "id"], unique=False)
    op.create_index("ix_deed_match_id", "deed", ["match_id", "id"], unique=False)
    op.create_index("ix_deed_person_id", "deed", ["person_id", "id"], unique=False)
    op.create_table(
        "account_link",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column(
            "kind",
            sa.Text(),
            nullable=False,
            comment="password: of the person; register: an account",
        ),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("by_id", sa.BigInteger(), nullable=True),
        sa.Column("uses", sa.SmallInteger(), nullable=False, comment="how often it still works"),
        sa.Column("note", sa.Text(), nullable=True, comment="for whom"),
        sa.Column(
            "created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(kind = 'password') = (person_id IS NOT NULL)", name=op.f("ck_account_link_person")
        ),
        sa.CheckConstraint("kind IN ('password', 'register')", name=op.f("ck_account_link_kind")),
        sa.ForeignKeyConstraint(
            ["by_id"], ["person.id"], name=op.f("fk_account_link_by_id_person"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_account_link_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_link")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_account_link_token_hash")),
    )
    op.create_index(op.f("ix_account_link_by_id"), "account_link", ["by_id"], unique=False)
    op.create_index(op.f("ix_account_link_person_id"), "account_link", ["person_id"], unique=False)
    op.create_table(
        "house_setting",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False, comment="JSON"),
        sa.Column(
            "changed", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("by_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["by_id"],
            ["person.id"],
            name=op.f("fk_house_setting_by_id_person"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_house_setting")),
    )
    op.create_index(op.f("ix_house_setting_by_id"), "house_setting", ["by_id"], unique=False)
    op.create_table(
        "consent",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("admin_id", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("detail", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column(
            "version", sa.BigInteger(), nullable=False, comment="of the match when it was asked for"
        ),
        sa.Column(
            "agreed", sa.ARRAY(sa.BigInteger()), nullable=False, comment="people at the table"
        ),
        sa.Column("state", sa.Text(), server_default="asked", nullable=False),
        sa.Column("decided", sa.DateTime(timezone=True), nullable=True),
        sa.Column("by_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "state IN ('asked', 'done', 'refused', 'void')", name=op.f("ck_consent_state")
        ),
        sa.ForeignKeyConstraint(
            ["admin_id"], ["person.id"], name=op.f("fk_consent_admin_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["by_id"], ["person.id"], name=op.f("fk_consent_by_id_person"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_consent_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_consent")),
    )
    op.create_index(op.f("ix_consent_admin_id"), "consent", ["admin_id"], unique=False)
    op.create_index(
        "ix_consent_asked",
        "consent",
        ["id"],
        unique=False,
        postgresql_where=sa.text("state = 'asked'"),
    )
    op.create_index(op.f("ix_consent_by_id"), "consent", ["by_id"], unique=False)
    op.create_index(op.f("ix_consent_match_id"), "consent", ["match_id"], unique=False)
    op.add_column(
        "heartbeat",
        sa.Column(
            "closed",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="since when, by an admin",
        ),
    )
    op.add_column(
        "match",
        sa.Column(
            "deeds",
            sa.Integer(),
            server_default=sa.text("0"),
            nullable=False,
            comment="of admins at it",
        ),
    )
    op.add_column(
        "match",
        sa.Column(
            "asks",
            sa.Integer(),
            server_default=sa.text("0"),
            nullable=False,
            comment="what admins ask its players to agree to",
        ),
    )
    op.create_index(
        "ix_match_deleted",
        "match",
        ["id"],
        unique=False,
        postgresql_where=sa.text("deleted IS NOT NULL"),
    )
    op.create_index(
        "ix_match_open", "match", ["id"], unique=False, postgresql_where=sa.text("state = 'open'")
    )
    op.alter_column(
        "person",
        "password",
        existing_type=sa.TEXT(),
        comment="argon2id; null for a guest, ! until it is chosen",
        existing_comment="argon2id; null for a guest",
        existing_nullable=True,
    )
    op.create_index(
        "ix_person_admin", "person", ["id"], unique=False, postgresql_where=sa.text("admin")
    )
    op.create_index(
        "ix_person_lower_name",
        "person",
        [sa.literal_column("lower(name)").label("lower_name")],
        unique=False,
        postgresql_ops={"lower_name": "text_pattern_ops"},
    )
    op.execute(KEEP_DEEDS)
    op.execute(KEPT)


def downgrade() -> None:
    """Take back."""
    op.drop_column("heartbeat", "closed")
    op.drop_index(
        "ix_person_lower_name",
        table_name="person",
        postgresql_ops={"lower_name": "text_pattern_ops"},
    )
    op.drop_index("ix_person_admin", table_name="person", postgresql_where=sa.text("admin"))
    op.alter_column(
        "person",
        "password",
        existing_type=sa.TEXT(),
        comment="argon2id; null for a guest",
        existing_comment="argon2id; null for a guest, ! until it is chosen",
        existing_nullable=True,
    )
    op.drop_index("ix_match_open", table_name="match", postgresql_where=sa.text("state = 'open'"))
    op.drop_index(
        "ix_match_deleted", table_name="match", postgresql_where=sa.text("deleted IS NOT NULL")
    )
    op.drop_column("match", "asks")
    op.drop_column("match", "deeds")
    op.drop_index(op.f("ix_consent_match_id"), table_name="consent")
    op.drop_index(op.f("ix_consent_by_id"), table_name="consent")
    op.drop_index(
        "ix_consent_asked", table_name="consent", postgresql_where=sa.text("state = 'asked'")
    )
    op.drop_index(op.f("ix_consent_admin_id"), table_name="consent")
    op.drop_table("consent")
    op.drop_index(op.f("ix_house_setting_by_id"), table_name="house_setting")
    op.drop_table("house_setting")
    op.drop_index(op.f("ix_account_link_person_id"), table_name="account_link")
    op.drop_index(op.f("ix_account_link_by_id"), table_name="account_link")
    op.drop_table("account_link")
    op.drop_index("ix_deed_person_id", table_name="deed")
    op.drop_index("ix_deed_match_id", table_name="deed")
    op.drop_index("ix_deed_admin_id", table_name="deed")
    op.drop_table("deed")
    op.execute("DROP FUNCTION keep_deeds()")
