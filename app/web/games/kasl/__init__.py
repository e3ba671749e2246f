"""The page of Kasl: from what a reader may know to what the templates show."""
