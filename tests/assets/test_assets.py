"""Static files: addresses change with the content, browsers keep them, text travels compressed."""

import gzip
import re
from xml.etree import ElementTree as ET

import httpx
import pytest

from app.assets import BUILT, AssetMissing, asset
from app.assets.build import FONTS, BuildFailed, sprite
from app.assets.icons import ICONS
from app.settings import ROOT

SVG = "{http://www.w3.org/2000/svg}"
ICON_CALLS = re.compile(r"""\bicon\(\s*["']([a-z0-9-]+)["']|#i-([a-z0-9-]+)""")


def test_an_address_has_a_digest_of_the_content() -> None:
    assert re.fullmatch(r"/static/built/htmx\.js\?v=[0-9a-f]{10}", asset("htmx.js"))


def test_fonts_have_one_address_for_pages_and_style_sheets() -> None:
    assert asset("alegreya-400.woff2") == "/static/built/fonts/alegreya-400.woff2"


def test_every_weight_is_built() -> None:
    for family, weights in FONTS.items():
        for weight in weights:
            assert (BUILT / "fonts" / f"{family}-{weight}.woff2").stat().st_size > 10_000


def test_a_missing_asset_is_named() -> None:
    with pytest.raises(AssetMissing, match=r"nothing\.js"):
        asset("nothing.js")


async def test_an_asset_with_its_digest_is_kept_forever(client: httpx.AsyncClient) -> None:
    answer = await client.get(asset("htmx.js"))
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/javascript")


async def test_an_asset_without_a_digest_is_asked_for_again(client: httpx.AsyncClient) -> None:
    path = asset("htmx.js").partition("?")[0]
    first = await client.get(path)
    assert first.headers["cache-control"] == "no-cache"
    again = await client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


async def test_text_travels_compressed(client: httpx.AsyncClient) -> None:
    url = asset("kasl-light.svg")
    plain = await client.get(url, headers={"accept-encoding": "identity"})
    async with client.stream("GET", url, headers={"accept-encoding": "gzip"}) as packed:
        raw = b"".join([part async for part in packed.aiter_raw()])
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(raw) == plain.content
    assert len(raw) < len(plain.content) / 2


@pytest.mark.parametrize(
    "path",
    ["/static/built/../../pyproject.toml", "/static/%2e%2e/README.md", "/static/", "/static/a%00"],
)
async def test_nothing_else_is_served(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(httpx.URL("http://burgrave.test").copy_with(raw_path=path.encode()))
    assert answer.status_code in {400, 404}


def test_the_sprite_has_every_icon() -> None:
    root = ET.fromstring((BUILT / "icons.svg").read_text())  # noqa: S314  our own file
    assert {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")} == {f"i-{n}" for n in ICONS}


def test_every_icon_of_the_templates_is_in_the_sprite() -> None:
    used = {
        name or fragment
        for template in (ROOT / "templates").rglob("*.html")
        for name, fragment in ICON_CALLS.findall(template.read_text())
    }
    assert used - set(ICONS) == set()


def test_an_unknown_icon_is_named() -> None:
    with pytest.raises(BuildFailed, match="no-such-icon"):
        sprite(["no-such-icon"])
