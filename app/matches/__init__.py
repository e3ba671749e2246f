"""A match's life: create, join, start, play, read; all SQL of matches."""
