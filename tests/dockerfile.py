"""The steps of the Dockerfile without Docker: `python -m tests.dockerfile FOLDER`.

Builds in an empty folder from what is committed, as the two stages do, with an environment that has
the packages of `requirements.lock` alone; serves from there as an ordinary user, and asks.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from app.settings import ROOT
from tests.servers import Server

USER = 65534  # nobody: as little may be done by him as by the image's user
COPIED = ("app", "migrations", "static", "templates")


def main() -> None:
    """Exit status 0 when the house that was built answers."""
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(mode=0o755)
    built = build(folder / "build")
    image = folder / "image"
    python = install(built, image)
    for name in COPIED:
        shutil.copytree(built / name, image / name)
    server = Server(start(image, python, folder / "data"))
    try:
        server.await_ready()
        told = server.get("/healthz"), server.get("/rules")[0], server.get("/readyz")
    finally:
        server.close()
    print(told)
    sys.exit(0 if told[0] == (200, "ok") and told[1] == 200 else 1)


def build(folder: Path) -> Path:
    """The first stage."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x"], cwd=folder, input=archive.stdout, check=True)
    subprocess.run([sys.executable, "app/tools/install.py"], cwd=folder, check=True)
    return folder


def install(built: Path, image: Path) -> Path:
    """The second stage's packages alone, on a Python that everybody may run; gives it."""
    image.mkdir()
    venv, python = image / "python", image / "python" / "bin" / "python"
    uv = (built / ".venv" / "bin" / "python", "-m", "uv")
    base = shutil.which("python3", path="/usr/bin:/usr/local/bin") or sys.executable
    subprocess.run([*uv, "venv", "--quiet", "--python", base, venv], check=True)
    lock = ROOT / "requirements.lock"
    hashed = ("pip", "install", "--quiet", "--require-hashes", "--python", python, "-r", lock)
    subprocess.run([*uv, *hashed], check=True)
    return python


def start(image: Path, python: Path, data: Path) -> "subprocess.Popen[str]":
    """Serve as the image's user, who can write in the data folder only."""
    data.mkdir(mode=0o700)
    root = os.geteuid() == 0
    if root:
        os.chown(data, USER, USER)
    variables = {"PORT": "0", "HOST": "127.0.0.1", "DATA": str(data), "PATH": os.environ["PATH"]}
    return subprocess.Popen(
        [python, "-m", "app.cli", "serve"],
        cwd=image,
        env=variables | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        user=USER if root else None,
        group=USER if root else None,
        extra_groups=[] if root else None,
    )


if __name__ == "__main__":
    main()
