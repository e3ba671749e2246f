"""Kingsburg: dice for the King's advisors, buildings for one's province, soldiers for winter."""
