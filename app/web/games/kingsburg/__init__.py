"""The page of Kingsburg: from what a reader may know to what the templates show."""
