"""Running the house: its settings, the deeds of its admins on people and matches, the audit."""

from app.admin.sweep import void_old_consents

__all__ = ["void_old_consents"]
