"""Commands as a host types them, run within this process: starting another takes seconds."""

import contextlib
import io
import os
import sys
import threading
from dataclasses import dataclass
from unittest import mock

from app.cli import main


@dataclass
class Told:
    """What a command said, and its exit status."""

    returncode: int = 0
    stdout: str = ""
    stderr: str = ""


def run(url: str, *words: str, **variables: str) -> Told:
    """`burgrave WORDS` on a database; with a thread of its own, since it runs a loop of its own."""
    told = Told()
    thread = threading.Thread(target=_run, args=(told, words, {"DATABASE_URL": url, **variables}))
    thread.start()
    thread.join()
    return told


def _run(told: Told, words: tuple[str, ...], variables: dict[str, str]) -> None:
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, variables),
        mock.patch.object(sys, "argv", ["burgrave", *words]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as ended:
            if isinstance(ended.code, str):
                print(ended.code, file=err)
            told.returncode = ended.code if isinstance(ended.code, int) else int(bool(ended.code))
    told.stdout, told.stderr = out.getvalue(), err.getvalue()
