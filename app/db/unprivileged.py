"""PostgreSQL refuses to run as root: who runs it instead, and how it still reaches its files."""

import os
import pwd
import shutil
from dataclasses import dataclass
from pathlib import Path

_CAP_DAC_OVERRIDE = 1
_CAP_DAC_READ_SEARCH = 2
_CROSSING = ((_CAP_DAC_READ_SEARCH, "dac_read_search"), (_CAP_DAC_OVERRIDE, "dac_override"))


@dataclass(frozen=True)
class Account:
    """A user of the system, and whether this process is that user already."""

    uid: int
    gid: int
    own: bool

    def give(self, path: Path) -> None:
        """Make the path belong to this account; nothing to do when it is our own."""
        if not self.own:
            os.chown(path, self.uid, self.gid)


def account_for(folder: Path, cluster: Path) -> Account:
    """Who runs PostgreSQL: for root the owner of the cluster or the folder, else `nobody`.

    Raises PermissionError when an ordinary user meets a cluster of somebody else.
    """
    uid = os.geteuid()
    if uid != 0:
        if cluster.exists() and cluster.stat().st_uid != uid:
            raise PermissionError(
                f"{cluster} belongs to another user: start as that user, or as root"
            )
        return Account(uid, os.getegid(), own=True)
    owner = (cluster if cluster.exists() else folder).stat()
    if owner.st_uid != 0:
        return Account(owner.st_uid, owner.st_gid, own=False)
    nobody = pwd.getpwnam("nobody")
    return Account(nobody.pw_uid, nobody.pw_gid, own=False)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents; what root makes belongs to whom the place belongs."""
    if folder.exists():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    if os.geteuid() == 0:
        owner = folder.parent.stat()
        os.chown(folder, owner.st_uid, owner.st_gid)


def prefix(account: Account, paths: tuple[Path, ...], *, tied: bool) -> list[str]:
    """The words to put before a command so that `account` runs it and can reach `paths`.

    With `tied` the command is interrupted (SIGINT) when this process ends, however it ends.
    Empty where the system has no `setpriv`; then see `popen_user`.
    """
    setpriv = shutil.which("setpriv", path=os.environ.get("PATH", "") + ":/usr/bin:/bin")
    if setpriv is None or (account.own and not tied):
        return []
    words = [setpriv]
    if not account.own:
        words += [f"--reuid={account.uid}", f"--regid={account.gid}", "--clear-groups"]
        words += _crossing_words(paths)
    if tied:
        words += ["--pdeathsig", "INT"]
    return words


def popen_user(account: Account, words: list[str]) -> tuple[int | None, int | None]:
    """The user and group for Popen to change to where `prefix` could not."""
    if account.own or words:
        return None, None
    return account.uid, account.gid


def _crossing_words(paths: tuple[Path, ...]) -> list[str]:
    """Let it pass through closed folders above `paths` (such as root's home), if there are any."""
    if all(_is_open(path) for path in paths):
        return ["--inh-caps=-all"]
    name = _crossing_capability()
    if name is None:
        return ["--inh-caps=-all"]
    return [f"--inh-caps=-all,+{name}", f"--ambient-caps=-all,+{name}"]


def _is_open(path: Path) -> bool:
    return all(parent.stat().st_mode & 0o005 == 0o005 for parent in path.resolve().parents)


def _crossing_capability() -> str | None:
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
    bounding = int(fields.get("CapBnd", "0").strip(), 16)
    return next((name for bit, name in _CROSSING if bounding >> bit & 1), None)
