"""The check of the catalogs finds what is missing, unsure or broken, and nothing else."""

import pytest
from babel.messages.catalog import Catalog

from app.tools.translations import extract, faults

ONE_MANY = ("{number} throw", "{number} throws")


def _found() -> Catalog:
    catalog = Catalog(domain="burgrave")
    catalog.add("{name} wins.", locations=[("app/a.py", 1)])
    catalog.add(ONE_MANY, locations=[("app/b.py", 2)])
    return catalog


def _german(sentence: str | None, plural: tuple[str, str], fuzzy: bool = False) -> Catalog:
    catalog = Catalog(locale="de", domain="burgrave")
    catalog.add("{name} wins.", sentence, flags=["fuzzy"] if fuzzy else [])
    catalog.add(ONE_MANY, plural)
    return catalog


GOOD = ("{number} Wurf", "{number} Würfe")


@pytest.mark.parametrize(
    ("catalog", "words"),
    [
        (_german("{name} gewinnt.", GOOD), []),
        (_german(None, GOOD), ["not translated"]),
        (_german("{name} gewinnt.", ("{number} Wurf", "")), ["not translated"]),
        (_german("{name} gewinnt.", GOOD, fuzzy=True), ["unsure"]),
        (_german("{nmae} gewinnt.", GOOD), ["other {params}"]),
        (_german("Gewonnen.", GOOD), ["other {params}"]),
        (_german("{name} gewinnt.", ("ein Wurf", "{number} Würfe")), []),
    ],
)
def test_faults_are_found(catalog: Catalog, words: list[str]) -> None:
    found = list(faults("de", catalog, _found()))
    assert len(found) == len(words)
    assert all(word in line for word, line in zip(words, found, strict=True))


def test_texts_are_found_in_code_and_templates() -> None:
    places = {file.split("/")[0] for message in extract() for file, _ in message.locations}
    assert places == {"app", "templates"}
