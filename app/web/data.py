"""The rules' Structs as plain data with names, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


def named(value: Any) -> Any:
    """Structs and named tuples as objects, a Struct's tag as `type`; the rest as JSON has it."""
    if isinstance(value, Struct):
        fields = {name: named(getattr(value, name)) for name in value.__struct_fields__}
        tag = value.__struct_config__.tag
        return {"type": tag, **fields} if isinstance(tag, str) else fields
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: named(getattr(value, name)) for name in value._fields}
    if isinstance(value, Mapping):
        return {str(key): named(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [named(item) for item in value]
    return value
