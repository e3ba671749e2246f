"""The realm of France.

`check` proves the map, `draw` inks it, `overlay` serves the page.
"""
