"""Random actions of the right types and no sense, made from the types alone."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect as types


def garbage(action_type: Any, random: Random) -> Any:
    """Any action that the types allow."""
    chosen = random.choice(_kinds(action_type))
    values = {field.name: _value(field.type, random) for field in chosen.fields}
    return chosen.cls(**values)


@cache
def _kinds(action_type: Any) -> tuple[types.StructType, ...]:
    info = types.type_info(action_type)
    kinds = info.types if isinstance(info, types.UnionType) else (info,)
    return tuple(kind for kind in kinds if isinstance(kind, types.StructType))


def _value(info: types.Type, random: Random) -> Any:
    match info:
        case types.BoolType():
            return random.random() < 0.5
        case types.IntType(ge=low, le=high):
            return random.randint(low if low is not None else -9, high if high is not None else 99)
        case types.StrType(max_length=most):
            return random.choice(("", "Caen", "PARIS", "é[b]"))[:most]
        case types.LiteralType(values=values):
            return random.choice(values)
        case types.UnionType(types=kinds):
            return _value(random.choice(kinds), random)
    return _made_of_values(info, random)


def _made_of_values(info: types.Type, random: Random) -> Any:
    match info:
        case types.TupleType(item_types=items):
            return tuple(_value(item, random) for item in items)
        case types.VarTupleType(item_type=item, max_length=most):
            size = random.randrange((4 if most is None else min(most, 3)) + 1)
            return tuple(_value(item, random) for _ in range(size))
        case types.StructType(cls=cls, fields=fields):
            return cls(**{field.name: _value(field.type, random) for field in fields})
        case types.NamedTupleType(cls=cls, fields=fields):
            # Few units: large numbers are nearly always refused for the same reason.
            return cls(*(_value(field.type, random) % 3 for field in fields))
        case types.DictType(key_type=key, value_type=value):
            size = random.randrange(4)
            return {_value(key, random): _value(value, random) for _ in range(size)}
    raise NotImplementedError(info)


BROKEN: tuple[Any, ...] = (
    {},
    {"type": "Conquer"},
    {"type": None},
    {"type": ["Attack"]},
    {"Type": "Attack"},
    {"type": "\x00"},
    {"type": "Attack", "origin": "1" * 500, "target": 2},
    {"type": "Attack", "origin": -1, "target": 10**40},
    {"type": "Attack", "origin": True, "target": None},
    {"type": "Attack", "origin": {"a": 1}, "target": [1]},
    {"type": "Attack", "origin": 1, "target": 2, "keep": 0, "more": 1},
    {"type": "Attack", "origin": "é", "target": "\x00"},
    {"type": "Attack", "origin": 1.5, "target": float("nan")},
    {"type": "Recruit", "placements": {"1": [1, 2, 3, 4, 5]}},
    {"type": "Recruit", "placements": {"x": [1]}},
    {"type": "Recruit", "placements": {"0": [1]}},
    {"type": "Recruit", "placements": [[1, 1]]},
    {"type": "SetLossOrder", "order": ["infantry"]},
    {"type": "SetLossOrder", "order": "infantry"},
)
"""Data that is no action of any game."""


def builtin(action: Any) -> dict[str, Any]:
    """An action as it comes from a form: plain data, numbers as text."""
    data: dict[str, Any] = _as_text(msgspec.to_builtins(action, str_keys=True))
    return data


def _as_text(value: Any) -> Any:
    match value:
        case dict():
            return {key: _as_text(item) for key, item in value.items()}
        case list() | tuple():
            return [_as_text(item) for item in value]
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)
