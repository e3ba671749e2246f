"""Running the house: its figures over time, readiness, what is wrong and what would help."""
