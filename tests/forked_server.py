"""A server that can be killed and started again quickly: loaded once, forked for each start.

Run as a program, it forks the real server for every line that it reads, with the environment's
settings, and prints the new process's number. The server prints its own ready line.
"""

import os
import signal
import sys

from app.serve import serve
from app.settings import Settings


def main() -> None:
    """Fork a server for each line of the input; those that ended are cleared away."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            serve(Settings.from_environment())
            os._exit(0)
        print(f"pid {pid}", flush=True)


if __name__ == "__main__":
    main()
