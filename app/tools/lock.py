"""Resolve all packages anew and write the lock files: names, versions and hashes, no addresses."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = "# Made by `make lock` from pyproject.toml: do not edit.\n"
COMPILE = (
    *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"),
    *("--generate-hashes", "--no-header", "--no-annotate", "--python-version", "3.11"),
)
LOCKS: dict[str, tuple[str, ...]] = {
    "requirements-uv.lock": ("-",),
    "requirements.lock": ("pyproject.toml",),
    "requirements-dev.lock": ("pyproject.toml", "--group", "dev", "-c", "requirements.lock"),
}
UV = "uv>=0.13\n"


def main() -> None:
    """Write every lock file; arguments such as `--upgrade` go to `uv pip compile`."""
    for name, sources in LOCKS.items():
        command = [*COMPILE, *sys.argv[1:], *sources]
        made = subprocess.run(
            command, cwd=ROOT, check=True, input=UV, capture_output=True, text=True
        )
        (ROOT / name).write_text(HEADER + made.stdout, encoding="utf-8")


if __name__ == "__main__":
    main()
