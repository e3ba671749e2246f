"""Running the house: its settings, the deeds of its admins on people and matches, the audit."""
