"""Burgrave starts, says where it is, refuses to start twice, and stops without losing anything."""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from app.db.claim import Claim, FolderTaken
from app.settings import ROOT, Settings, SettingWrong
from tests.servers import await_end, data, fails, serving, start

NOBODY = 65534
LOCAL_POSTGRES = "postgresql://postgres@127.0.0.1:5432/postgres?connect_timeout=2"


def test_it_starts_says_where_and_ctrl_c_stops_all(tmp_path: Path) -> None:
    with serving(DATA=data(tmp_path)) as server:
        assert server.get("/healthz") == (200, "ok")
        postgres = server.postgres
        assert postgres
        assert server.end(signal.SIGINT) == 0
        assert await_end(postgres) == []
    log = (tmp_path / "data" / "postgres.log").read_text()
    assert "database system is shut down" in log


def test_it_starts_twice_in_a_row(tmp_path: Path) -> None:
    for _ in range(2):
        with serving(DATA=data(tmp_path)) as server:
            assert server.get("/healthz")[0] == 200
            assert server.end(signal.SIGTERM) == 0


def test_a_second_one_on_the_folder_says_where_the_first_is(tmp_path: Path) -> None:
    with serving(DATA=data(tmp_path)) as server:
        said = fails(DATA=data(tmp_path))
        assert f"runs already on the data folder {tmp_path / 'data'}" in said
        assert server.address in said
        assert server.get("/healthz")[0] == 200


def test_a_taken_port_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        said = fails(DATA=data(tmp_path), PORT=port)
    assert said.splitlines() == [
        f"Cannot listen on 127.0.0.1:{port}: Address already in use. Try another PORT."
    ]


def test_kill_9_loses_nothing_and_it_starts_again(tmp_path: Path) -> None:
    with serving(DATA=data(tmp_path)) as server:
        postgres = server.postgres
        welcome = server.welcome
        server.end(signal.SIGKILL)
    with serving(DATA=data(tmp_path)) as server:
        assert server.get("/healthz")[0] == 200
        assert welcome is not None
        assert server.welcome is not None
        assert server.welcome.rpartition("/")[2] == welcome.rpartition("/")[2]
    assert await_end(postgres) == []


def test_a_killed_postgres_leaves_a_file_that_does_not_matter(tmp_path: Path) -> None:
    with serving(DATA=data(tmp_path)) as server:
        postgres = server.postgres
        server.process.kill()
        for process in postgres:
            process.kill()
        assert await_end(postgres) == []
    pid_file = tmp_path / "data" / "postgres" / "postmaster.pid"
    lines = pid_file.read_text().splitlines()
    pid_file.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    with serving(DATA=data(tmp_path)) as server:
        assert server.get("/healthz")[0] == 200


def test_without_its_database_it_is_not_healthy(tmp_path: Path) -> None:
    with serving(DATA=data(tmp_path)) as server:
        postgres = server.postgres
        for process in postgres:
            process.kill()
        assert await_end(postgres) == []
        assert server.get("/healthz")[0] == 503


def test_a_long_path_with_spaces_will_do(tmp_path: Path) -> None:
    folder = tmp_path / ("a folder with spaces, commas and 'quotes' " * 3).strip()
    folder.mkdir()
    with serving(DATA=data(folder)) as server:
        assert server.get("/healthz")[0] == 200


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_an_ordinary_user_can_serve(tmp_path: Path) -> None:
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("there is no setpriv")
    as_nobody = (setpriv, f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
    if subprocess.run([*as_nobody, "test", "-x", ROOT / "app"], check=False).returncode:
        pytest.skip("an ordinary user cannot reach this folder")
    home = Path("/var/tmp") / f"burgrave-{os.getpid()}"  # noqa: S108  open to all, as a home is to its owner
    home.mkdir(mode=0o700)
    os.chown(home, NOBODY, NOBODY)
    try:
        with serving(*as_nobody, DATA=data(home), HOME=str(home)) as server:
            assert server.get("/healthz")[0] == 200
            assert {process.uids().real for process in server.postgres} == {NOBODY}
            assert server.end() == 0
    finally:
        shutil.rmtree(home)


@pytest.fixture
def other_database() -> Iterator[str]:
    """An empty database on the PostgreSQL of this machine, where there is one."""
    try:
        connection = psycopg.connect(LOCAL_POSTGRES, autocommit=True)
    except psycopg.OperationalError:
        pytest.skip("no PostgreSQL answers on 127.0.0.1:5432")
    name = f"burgrave_start_{os.getpid()}"
    with connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        yield LOCAL_POSTGRES.replace("/postgres?", f"/{name}?")
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def test_another_postgres_will_do(other_database: str, tmp_path: Path) -> None:
    with serving(DATA=data(tmp_path), DATABASE_URL=other_database) as server:
        assert server.get("/healthz")[0] == 200
        assert server.postgres == []
        assert server.end() == 0
    assert not (tmp_path / "data").exists()


def test_a_database_that_does_not_answer_is_said(tmp_path: Path) -> None:
    said = fails(DATA=data(tmp_path), DATABASE_URL="postgresql://127.0.0.1:1/none")
    assert said.startswith("The database does not answer: ")
    assert "Traceback" not in said


def test_a_claim_is_free_again_when_given_back(tmp_path: Path) -> None:
    first = Claim(tmp_path)
    with pytest.raises(FolderTaken):
        Claim(tmp_path)
    first.release()
    Claim(tmp_path).release()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "70000"),
        ("PORT", "-1"),
        ("PORT", "http"),
        ("DATABASE_URL", "mysql://localhost/x"),
        ("BURGRAVE_JOBS", "yes"),
    ],
)
def test_a_wrong_setting_is_named(variable: str, value: str) -> None:
    with pytest.raises(SettingWrong, match=variable):
        Settings.from_environment({variable: value})


def test_start_refuses_a_wrong_port() -> None:
    process = start(PORT="x")
    said, _ = process.communicate()
    assert said == "PORT must be a number from 0 to 65535, not 'x'.\n"
