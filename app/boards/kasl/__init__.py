"""The County of Kasl.

`make` draws the land up, `check` proves it, `draw` inks it, `overlay` serves the page.
"""
