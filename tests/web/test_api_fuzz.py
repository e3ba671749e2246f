"""The JSON API against its own description: whatever fits it, and whatever does not."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.web import rates
from app.web.flood import Flood
from tests.web.people import Game, Visitor

CASES = 25
"""Of each operation and each mode."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(autouse=True)
def as_often_as_one_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    """No limit stands in the way."""

    async def let_through(*_: object) -> None:
        return None

    monkeypatch.setattr(rates, "take", let_through)
    monkeypatch.setattr(Flood, "take", lambda *_: None)


def cases_of(description: dict[str, Any], key: str, mode: GenerationMode) -> list[Case[Any]]:
    """Requests made by the description of the API, half of them at a match that is there."""
    made: list[Case[Any]] = []
    for operation in schemathesis.openapi.from_dict(description).get_all_operations():
        assert isinstance(operation, Ok)
        strategy = operation.ok().as_strategy(generation_mode=mode)

        @settings(
            max_examples=CASES,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=strategy)
        def collect(case: Case[Any]) -> None:
            if len(made) % 2 and "key" in (case.path_parameters or {}):
                case.path_parameters["key"] = key
            made.append(case)

        with suppress(Unsatisfiable):  # where nothing is asked for, nothing can be wrong
            collect()
    return made


@pytest.mark.parametrize("mode", list(GenerationMode))
async def test_the_api_answers_as_it_says(
    game: Game, nobody: Visitor, mode: GenerationMode
) -> None:
    description = (await nobody.get("/api/openapi.json")).json()
    cases = cases_of(description, game.key, mode)
    tried = {case.operation.label for case in cases}
    assert len(tried) >= len(description["paths"]) - 1
    for number, case in enumerate(cases):
        reader = (*game.players, nobody)[number % 3]
        sent = case.as_transport_kwargs(base_url="http://burgrave.test")
        sent.pop("cookies", None)
        if isinstance(sent.get("data"), bytes | str):
            sent["content"] = sent.pop("data")
        answer = await reader.request(**sent)
        case.validate_response(answer, checks=CHECKS)
