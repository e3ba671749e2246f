"""The page of Unification of France."""
