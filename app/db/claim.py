"""One server to a data folder: who has it, and how others reach its database."""

import fcntl
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from app.db.unprivileged import make_folder


@dataclass(frozen=True)
class Holder:
    """The process that has the folder. `address` is None for one that serves no pages."""

    process: int
    address: str | None = None
    database_url: str | None = None


class FolderTaken(Exception):
    """Another process has the data folder; `holder` is None in its first moments."""

    def __init__(self, folder: Path, holder: Holder | None) -> None:
        self.holder = holder
        where = f": {holder.address}" if holder and holder.address else "."
        process = f" (process {holder.process})" if holder else ""
        super().__init__(f"Burgrave runs already on the data folder {folder}{process}{where}")


class Claim:
    """The right to a data folder, given back when the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Take the folder. Raises FolderTaken, or OSError where it cannot be written."""
        make_folder(folder)
        self._file = _open(folder / "burgrave.lock")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = _read(self._file)
            self._file.close()
            raise FolderTaken(folder, holder) from None
        self.tell()

    def tell(self, address: str | None = None, database_url: str | None = None) -> None:
        """Write down where this process can be reached."""
        self._file.seek(0)
        self._file.truncate()
        json.dump(asdict(Holder(os.getpid(), address, database_url)), self._file)
        self._file.flush()

    def release(self) -> None:
        """Give the folder back."""
        self._file.truncate(0)
        self._file.close()


def _open(path: Path) -> IO[str]:
    """Open for reading and writing; the file belongs to the folder's owner, whoever makes it."""
    file = path.open("a+", encoding="utf-8")
    owner = path.parent.stat()
    if os.geteuid() == 0 and path.stat().st_uid != owner.st_uid:
        os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
    return file


def _read(file: IO[str]) -> Holder | None:
    file.seek(0)
    try:
        return Holder(**json.load(file))
    except (ValueError, TypeError):
        return None
