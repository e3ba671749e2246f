"""What a person who works on the house calls through make; nothing here runs while serving."""
