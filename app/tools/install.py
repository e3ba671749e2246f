"""Install everything into .venv and build static/built: only what is missing or has changed.

Needs Python 3.11 or later and nothing else; run by `make install`. What is installed is pinned by
name and hash in the lock files. A second run does nothing and needs no network.
"""

import fcntl
import hashlib
import os
import ssl
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
OLDEST_PYTHON = (3, 11)

UV_LOCK = ROOT / "requirements-uv.lock"
LOCK = ROOT / "requirements-dev.lock"
PROJECT = ROOT / "pyproject.toml"
INSTALLED = VENV / "burgrave-installed"
BUILT = ROOT / "static" / "built" / "stamp"

ASSET_SOURCES = (
    "package-lock.json",
    "app/assets/*.py",
    "app/boards/**/*.py",
    "app/rules/*/board.json",
    "app/rules/*/map.json",
    "app/locale/*/LC_MESSAGES/*.po",
)


def main() -> None:
    """Install and build, one process at a time."""
    if sys.version_info < OLDEST_PYTHON:
        sys.exit("Burgrave needs Python 3.11 or later (make PYTHON=python3.12 …).")
    try:
        with (ROOT / ".install.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            install_packages()
            build_assets()
    except PermissionError as error:
        sys.exit(f"Cannot write {error.filename}: run this as the owner of the folder.")
    except subprocess.CalledProcessError:
        sys.exit("The installation failed; the lines above say why.")


def install_packages() -> None:
    """Make .venv and install what the locks name, checking each file's hash."""
    wanted = digest([UV_LOCK, LOCK, PROJECT])
    if PYTHON.exists() and read(INSTALLED) == wanted:
        return
    if not PYTHON.exists() or not INSTALLED.exists():
        say("Making .venv")
        run(sys.executable, "-m", "venv", "--clear", str(VENV))
    say("Installing Python packages")
    run(PYTHON, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(UV_LOCK))
    uv = (PYTHON, "-m", "uv", "pip", "install", "--quiet", "--python", str(PYTHON))
    run(*uv, "--require-hashes", "-r", str(LOCK))
    run(*uv, "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    INSTALLED.write_text(wanted, encoding="utf-8")


def build_assets() -> None:
    """Build static/built from the npm packages, the boards and the translations."""
    sources = [path for pattern in ASSET_SOURCES for path in sorted(ROOT.glob(pattern))]
    wanted = digest(sources)
    if read(BUILT) == wanted:
        return
    say("Building static/built")
    run(PYTHON, "-m", "app.cli", "assets")
    BUILT.write_text(wanted, encoding="utf-8")


def digest(paths: Iterable[Path]) -> str:
    """One digest of all contents."""
    total = hashlib.sha256()
    for path in paths:
        total.update(path.read_bytes())
    return total.hexdigest()


def read(path: Path) -> str | None:
    """The file's text, or None."""
    return path.read_text(encoding="utf-8") if path.exists() else None


def run(*command: str | Path) -> None:
    """Run a command in the repository. Raises CalledProcessError."""
    subprocess.run(command, cwd=ROOT, check=True, env=trust() | os.environ)


def trust() -> dict[str, str]:
    """Variables by which the installers trust whom this machine trusts."""
    paths = ssl.get_default_verify_paths()
    variables = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "NODE_USE_SYSTEM_CA": "1"}
    if paths.cafile or (paths.capath and any(Path(paths.capath).iterdir())):
        variables["UV_SYSTEM_CERTS"] = "1"
    return variables


def say(what: str) -> None:
    """Tell the person who waits."""
    print(f"{what} …", flush=True)


if __name__ == "__main__":
    main()
