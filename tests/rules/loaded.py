"""Loaded dice for tests: throws whose values are said beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.rules.chance import Chance, Draws


class LoadedDraws(Draws):
    """A throw that takes its values from a list; it fails when the list has run out."""

    __slots__ = ("_loaded",)

    def __init__(self, number: int, loaded: Iterator[int]) -> None:
        super().__init__(b"", b"", number)
        self._loaded = loaded

    def die(self, sides: int = 6) -> int:
        value = next(self._loaded, None)
        assert value is not None, "the game threw more dice than the test loaded"
        assert 1 <= value <= sides
        self.sides.append(sides)
        self.values.append(value)
        return value


class LoadedChance(Chance):
    """Chance that gives the loaded values, one after another, over all throws."""

    __slots__ = ("_loaded",)

    def __init__(self, values: Iterable[int], next_number: int = 0) -> None:
        super().__init__(b"", (), next_number)
        self._loaded = iter(values)

    def throw(self) -> Draws:
        draws = LoadedDraws(self.next_number, self._loaded)
        self.next_number += 1
        return draws

    def left(self) -> list[int]:
        """Values that nobody has thrown yet."""
        return list(self._loaded)
