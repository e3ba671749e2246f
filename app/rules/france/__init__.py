"""Unification of France: counties, Counts and secret orders, resolved together; 1 to 12 players."""
