"""What pages load besides themselves: addresses that change with the content, and their caching."""

import gzip
import hashlib
import mimetypes
import os
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.settings import ROOT

STATIC = ROOT / "static"
BUILT = STATIC / "built"
URL = "/static"
FOLDERS = (STATIC, BUILT, BUILT / "fonts", STATIC / "css", STATIC / "js")
"""Where `asset` looks, in this order."""

FOREVER = "public, max-age=31536000, immutable"
A_MONTH = "public, max-age=2592000"
ASK_AGAIN = "no-cache"
COMPRESSED = frozenset({".css", ".js", ".mjs", ".svg", ".json", ".txt", ".webmanifest"})
DIGEST_LENGTH = 10

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class AssetMissing(LookupError):
    """No such file: the name is wrong, or `make install` has not built the assets."""


def asset(name: str) -> str:
    """The address of a file by its name (`htmx.js`, `css/base.css`, `kasl-light.svg`).

    The address carries a digest of the content, so browsers keep the file until it changes. Fonts
    go without: style sheets name them too, and one address means one download. Raises AssetMissing.
    """
    path = _find(name)
    address = f"{URL}/{path.relative_to(STATIC).as_posix()}"
    if path.suffix == ".woff2":
        return address
    return f"{address}?v={_digest(path, path.stat().st_mtime_ns)}"


class Assets(StaticFiles):
    """The static files: kept forever when asked with a digest, text compressed once in memory."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC, check_dir=False)

    def file_response(
        self,
        full_path: "os.PathLike[str] | str",
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file with its caching, or 304."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        if path.suffix in COMPRESSED:
            response = _compressed(response, path, stat_result, scope)
        response.headers["cache-control"] = _caching(path, scope)
        return response


def _find(name: str) -> Path:
    for folder in FOLDERS:
        if (path := folder / name).is_file():
            return path
    raise AssetMissing(f"There is no asset {name}; `make install` builds them.")


@lru_cache(maxsize=512)
def _digest(path: Path, _changed: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:DIGEST_LENGTH]


def _caching(path: Path, scope: Scope) -> str:
    if scope["query_string"].startswith(b"v="):
        return FOREVER
    return A_MONTH if path.suffix == ".woff2" else ASK_AGAIN


def _compressed(
    response: Response, path: Path, stat_result: os.stat_result, scope: Scope
) -> Response:
    response.headers["vary"] = "Accept-Encoding"
    accepts = Headers(scope=scope).get("accept-encoding", "")
    if "gzip" not in accepts or not isinstance(response, FileResponse):
        return response
    body = _gzip(path, stat_result.st_mtime_ns)
    packed = Response(body, response.status_code, media_type=response.media_type)
    for name in ("etag", "last-modified", "vary"):
        packed.headers[name] = response.headers[name]
    packed.headers["content-encoding"] = "gzip"
    return packed


@lru_cache(maxsize=128)
def _gzip(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), compresslevel=9, mtime=0)
