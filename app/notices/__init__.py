"""Notices: what a person is told who is not at the page, by page, mail, push and webhook.

`outbox` is imported by the matches and imports nothing of theirs; all else may know of matches.
"""
