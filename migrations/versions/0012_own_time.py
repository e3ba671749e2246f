"""Keep each person's time zone and holidays, who is shut out, and who shares a screen."""

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "holiday",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("last", sa.Date(), nullable=False, comment="included"),
        sa.CheckConstraint("first <= last", name=op.f("ck_holiday_order")),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_holiday_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_holiday")),
    )
    op.create_index(op.f("ix_holiday_person_id"), "holiday", ["person_id"], unique=False)
    op.create_table(
        "beside",
        sa.Column("session_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_beside_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["session.id"],
            name=op.f("fk_beside_session_id_session"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("session_id", "person_id", name=op.f("pk_beside")),
    )
    op.create_index(op.f("ix_beside_person_id"), "beside", ["person_id"], unique=False)
    op.add_column(
        "person",
        sa.Column("zone", sa.Text(), nullable=True, comment="time zone, such as Europe/Paris"),
    )
    op.add_column(
        "person",
        sa.Column(
            "disabled",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="since when he may not come in",
        ),
    )
    op.add_column(
        "session",
        sa.Column(
            "acting_id",
            sa.BigInteger(),
            nullable=True,
            comment="who sits at the screen now, of those beside its owner",
        ),
    )
    op.create_index(op.f("ix_session_acting_id"), "session", ["acting_id"], unique=False)
    op.create_foreign_key(
        op.f("fk_session_acting_id_person"),
        "session",
        "person",
        ["acting_id"],
        ["id"],
        ondelete="CASCADE",
    )


def downgrade() -> None:
    """Take back."""
    op.drop_constraint(op.f("fk_session_acting_id_person"), "session", type_="foreignkey")
    op.drop_index(op.f("ix_session_acting_id"), table_name="session")
    op.drop_column("session", "acting_id")
    op.drop_column("person", "disabled")
    op.drop_column("person", "zone")
    op.drop_index(op.f("ix_beside_person_id"), table_name="beside")
    op.drop_table("beside")
    op.drop_index(op.f("ix_holiday_person_id"), table_name="holiday")
    op.drop_table("holiday")
