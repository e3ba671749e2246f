"""Look for installed packages with known weaknesses: names and versions go to PyPI's database."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
OPTIONS = ("--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json")
LOCKS = ("requirements.lock", "requirements-dev.lock")
FOUND, UNKNOWN = 1, 2
NOT_ASKED = "The database of weaknesses was not reached: nothing is known. Try again online."


def main() -> None:
    """Audit every lock file; 1 where something was found, 2 where not all could be looked up."""
    results = [_audit(ROOT / name) for name in LOCKS]
    sys.exit(FOUND if FOUND in results else max(results))


def _audit(lock: Path) -> int:
    told = subprocess.run(
        [sys.executable, "-m", "pip_audit", *OPTIONS, f"--requirement={lock}"],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        packages = json.loads(told.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(f"{lock.name}: {NOT_ASKED}")
        return UNKNOWN
    return report(lock.name, packages)


def report(name: str, packages: list[dict[str, Any]]) -> int:
    """Print what pip-audit told of the packages of a lock file; the exit status that it means."""
    unknown = [one["name"] for one in packages if "skip_reason" in one]
    weak = [one for one in packages if one.get("vulns")]
    for one in weak:
        for weakness in one["vulns"]:
            mended = ", ".join(weakness["fix_versions"]) or "no version yet"
            print(f"{name}: {one['name']} {one['version']}: {weakness['id']}, mended in {mended}")
    print(f"{name}: {len(packages)} packages, {len(weak)} weak, {len(unknown)} not looked up.")
    if len(unknown) == len(packages):
        print(f"{name}: {NOT_ASKED}")
    return FOUND if weak else UNKNOWN if unknown else 0


if __name__ == "__main__":
    main()
