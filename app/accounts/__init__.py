"""People, their sessions, and the first admin."""

from app.accounts.admin_link import first_admin_link, redeem_admin_link

__all__ = ["first_admin_link", "redeem_admin_link"]
