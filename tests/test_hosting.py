"""The files for hosts name what is there."""

import configparser
import re
from pathlib import Path

import pytest

from app.cli import cli
from app.settings import ROOT, Settings

HOSTING = ROOT / "docs" / "hosting"
DOCS = (ROOT / "docs" / "hosting.md").read_text()
COMPOSE = (ROOT / "docker-compose.yml").read_text()
VARIABLE = re.compile(r'"([A-Z][A-Z_]+)"')


def commands() -> set[str]:
    named = {
        command.name or command.callback.__name__
        for command in cli.registered_commands
        if command.callback
    }
    return named | {str(group.name) for group in cli.registered_groups}


def test_every_command_that_the_docs_name_is_there() -> None:
    named = set(re.findall(r"(?:bin/burgrave|`burgrave|app\.cli) ([a-z]+)", DOCS))
    assert {"backup", "restore", "doctor", "verify", "export", "import", "admin"} <= named
    assert named <= commands()


def test_every_file_that_the_docs_name_is_there() -> None:
    for name in set(re.findall(r"docs/hosting/[\w.-]*\w", DOCS + COMPOSE)):
        assert (ROOT / name).exists() or list(HOSTING.glob(f"{Path(name).name}*")), name


def test_every_variable_of_the_compose_file_is_a_setting() -> None:
    read = set(VARIABLE.findall((ROOT / "app" / "settings.py").read_text()))
    named = set(re.findall(r"(?m)^    (BURGRAVE_\w+):", COMPOSE))
    assert {"BURGRAVE_URL", "BURGRAVE_JOBS"} <= named
    assert named <= read


def test_the_proxies_that_the_compose_file_trusts_can_be_read() -> None:
    found = re.search(r"BURGRAVE_TRUSTED_PROXIES: (\S+)", COMPOSE)
    assert found
    Settings.from_environment({"BURGRAVE_TRUSTED_PROXIES": found[1]})


def test_the_link_in_the_log_of_the_compose_file_can_be_opened() -> None:
    default = re.search(r"BURGRAVE_URL: \$\{BURGRAVE_URL:-(\S+)\}", COMPOSE)
    assert default
    assert Settings.from_environment({"BURGRAVE_URL": default[1]}).public_url == default[1]
    assert '"80:80"' in COMPOSE


@pytest.mark.parametrize(
    "copied", ["app", "migrations", "static", "templates", "requirements.lock"]
)
def test_the_image_has_what_serving_needs(copied: str) -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert copied in dockerfile
    assert (ROOT / copied).exists()
    assert copied not in (ROOT / ".dockerignore").read_text().splitlines()


def test_the_units_start_what_is_there() -> None:
    for unit in HOSTING.glob("*.service"):
        read = configparser.RawConfigParser(strict=False)
        read.read(unit)
        command = read["Service"]["ExecStart"].split()
        assert command[0] == "/opt/burgrave/.venv/bin/burgrave"
        assert command[1] in commands()
