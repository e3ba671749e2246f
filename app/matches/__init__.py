"""A match's life: create, join, start, play, read; all SQL of matches."""

from app.matches.heads import (
    Desk,
    Glance,
    Letter,
    LogEntry,
    MatchHead,
    MatchPage,
    OpenMatch,
    Proof,
    Proposal,
    SeatInfo,
)
from app.matches.invites import read_invite
from app.matches.play import Answer
from app.matches.service import Matches

__all__ = [
    "Answer",
    "Desk",
    "Glance",
    "Letter",
    "LogEntry",
    "MatchHead",
    "MatchPage",
    "Matches",
    "OpenMatch",
    "Proof",
    "Proposal",
    "SeatInfo",
    "read_invite",
]
