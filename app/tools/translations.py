"""Keep the catalogs complete: `update` adds new texts to every burgrave.po, `check` fails on gaps.

Texts are found in Python (`_`, `gettext`, `ngettext`, and `N_`, which marks data) and in templates.
"""

import string
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "app" / "locale"
DOMAIN = "burgrave"
LANGUAGES = ("de",)
"""English needs no catalog: the texts in the source are English."""

KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None}
PLACES = (("app", "**.py", "python"), ("templates", "**.html", "jinja2"))
SHOWN = 20
TRANSLATOR_MARK = ("Note:",)
MADE = datetime(2026, 1, 1, tzinfo=UTC)  # the same in every run: only texts make a difference
HEADER = "# Burgrave: texts that a person reads."


def main() -> None:
    """Run `update` or `check`."""
    actions = {"update": update, "check": check}
    if len(sys.argv) != 2 or sys.argv[1] not in actions:
        sys.exit("usage: python -m app.tools.translations update|check")
    actions[sys.argv[1]]()


def update() -> None:
    """Bring every catalog to the texts of the source; new ones are empty, unused ones go."""
    found = extract()
    for language in LANGUAGES:
        catalog = read(language)
        catalog.update(found, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        path = place(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=100, sort_output=True, include_lineno=False)


def check() -> None:
    """Fail with a list of what is missing, unsure or broken."""
    found = extract()
    wrong = [line for language in LANGUAGES for line in faults(language, read(language), found)]
    if wrong:
        rest = [f"… {len(wrong)} faults in all; `make translations` adds new texts."]
        sys.exit("\n".join(wrong[:SHOWN] + rest))
    print(f"{len(found)} texts are translated into {', '.join(LANGUAGES)}.")


def extract() -> Catalog:
    """All texts of the source."""
    catalog = Catalog(domain=DOMAIN, project="Burgrave", charset="utf-8", creation_date=MADE)
    for folder, pattern, method in PLACES:
        for file, line, text, notes, context in extract_from_dir(
            ROOT / folder,
            method_map=[(pattern, method)],
            options_map={pattern: {"trimmed": "true", "silent": "false"}},
            keywords=KEYWORDS,
            comment_tags=TRANSLATOR_MARK,
        ):
            catalog.add(
                text, locations=[(f"{folder}/{file}", line)], auto_comments=notes, context=context
            )
    return catalog


def read(language: str) -> Catalog:
    """The catalog of a language, empty when there is none yet."""
    path = place(language)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language, domain=DOMAIN)
    else:
        catalog = Catalog(locale=language, domain=DOMAIN)
    catalog.project, catalog.version = "Burgrave", "1"
    catalog.fuzzy = False
    catalog.header_comment = HEADER
    catalog.creation_date = catalog.revision_date = MADE
    catalog.last_translator = catalog.language_team = catalog.copyright_holder = "Burgrave"
    catalog.msgid_bugs_address = ""
    return catalog


def faults(language: str, catalog: Catalog, found: Catalog) -> Iterator[str]:
    """What is wrong with a catalog, a line each."""
    for message in found:
        if not message.id:
            continue
        translated = catalog.get(message.id, message.context)
        if translated is None or not all(forms(translated.string)):
            yield f"{language}: not translated: {name(message)}"
        elif translated.fuzzy:
            yield f"{language}: unsure: {name(message)}"
        elif broken(message, translated):
            yield f"{language}: other {{params}} than in English: {name(message)}"


def broken(message: Message, translated: Message) -> bool:
    """Whether a translation asks for a parameter that the text is not given, or drops one."""
    wanted = {param for form in forms(message.id) for param in params(form)}
    given = [set(params(form)) for form in forms(translated.string)]
    return any(not form <= wanted for form in given) or set().union(*given) != wanted


def params(text: str) -> Iterator[str]:
    """The names in braces."""
    return (field for _, field, _, _ in string.Formatter().parse(text) if field is not None)


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """The singular, or all plural forms."""
    return (text or "",) if isinstance(text, str) or text is None else tuple(text)


def name(message: Message) -> str:
    """The English text, and where it stands."""
    places = ", ".join(sorted({file for file, _ in message.locations})[:2])
    return f"{forms(message.id)[0]!r} ({places})"


def place(language: str) -> Path:
    """Where the catalog of a language is."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


if __name__ == "__main__":
    main()
