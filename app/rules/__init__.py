"""The rules service: pure rules of every game, without input, output, clock or framework."""
