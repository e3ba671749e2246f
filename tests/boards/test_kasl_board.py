"""The county of Kasl: the board clears its bars, and is what the scripts make of the tables."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.boards.kasl import check, make
from app.boards.kasl.board import PATH, load
from app.boards.kasl.draw import write_assets
from app.boards.kasl.overlay import chart

PICTURES = [
    f"{name}-{theme}.svg"
    for name in ("kasl", "kasl-relief", "kasl-fiefs")
    for theme in ("light", "dark")
]
MOST_BYTES = 200_000


@pytest.mark.parametrize("chapter", check.CHAPTERS, ids=lambda chapter: chapter.__name__)
def test_the_board_clears_its_bars(chapter: check.Chapter) -> None:
    failed = [figure for cleared, figure in chapter(load()) if not cleared]
    assert not failed


def test_a_broken_board_is_told() -> None:
    borders = tuple(b for b in load().borders if 20 not in b.pair)
    failed = [
        figure for cleared, figure in check.passage(replace(load(), borders=borders)) if not cleared
    ]
    assert len(failed) == 5


def test_the_scripts_make_this_very_board() -> None:
    assert make.encoded(make.make_board()) == PATH.read_text(encoding="utf-8")


def test_pictures_are_drawn_alike_each_time_without_letters_or_styles(tmp_path: Path) -> None:
    write_assets(tmp_path / "first")
    write_assets(tmp_path / "second")
    for name in PICTURES:
        picture = (tmp_path / "first" / name).read_text(encoding="utf-8")
        assert picture == (tmp_path / "second" / name).read_text(encoding="utf-8")
        assert len(picture) < MOST_BYTES
        tags = {e.tag.rpartition("}")[2] for e in ET.fromstring(picture).iter()}  # noqa: S314
        assert not tags & {"text", "style", "script", "image"}
        assert "style=" not in picture


def test_the_chart_has_every_land_border_and_way() -> None:
    found, board = chart(), load()
    assert [land.number for land in found.lands] == list(range(1, 49))
    assert {f.pair for f in found.frontiers} == {b.pair for b in board.borders}
    passable = {b.pair for b in board.borders if b.kind in ("open", "bridge")}
    assert set(found.arrows) == passable | {(b, a) for a, b in passable}
    assert found.land(28).name == "Wendcross"


def test_an_arrow_points_from_origin_to_target() -> None:
    there, back = chart().arrows[28, 38], chart().arrows[38, 28]
    assert abs(abs(there.angle - back.angle) - 180) < 0.2
    assert -90 < there.angle < 90, "38 lies to the east of 28"
