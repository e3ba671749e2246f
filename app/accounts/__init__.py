"""People, their sessions, and the first admin."""

from app.accounts.admin_link import first_admin_link, redeem_admin_link
from app.accounts.beside import act_as, sit_beside
from app.accounts.memory import SessionMemory
from app.accounts.new_password import change_password
from app.accounts.people import (
    Person,
    arrive_as_guest,
    make_account,
    set_preferences,
    sign_in,
    sign_up,
)
from app.accounts.sessions import (
    Neighbour,
    Session,
    SessionEntry,
    end_other_sessions,
    end_session,
    end_session_by_token,
    list_sessions,
    open_session,
)
from app.accounts.sweep import forget_expired_sessions

__all__ = [
    "Neighbour",
    "Person",
    "Session",
    "SessionEntry",
    "SessionMemory",
    "act_as",
    "arrive_as_guest",
    "change_password",
    "end_other_sessions",
    "end_session",
    "end_session_by_token",
    "first_admin_link",
    "forget_expired_sessions",
    "list_sessions",
    "make_account",
    "open_session",
    "redeem_admin_link",
    "set_preferences",
    "sign_in",
    "sign_up",
    "sit_beside",
]
