"""The boards: their data made, checked and drawn. The rules know nothing of it."""
