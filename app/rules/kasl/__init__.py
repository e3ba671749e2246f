"""Kasl: conquest of a county with dice, 2 to 4 players, 8 rounds."""
