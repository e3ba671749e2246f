"""What this process counts: its own figures since it started, for /metrics and the plots.

Everything is named once here, so that any part may count without knowing who reads. Labels are
few by construction: games, rules, routes, jobs; never a person, a match or an address.
"""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

MOVES = Counter("burgrave_moves", "Actions written, bots' too.", ["game"], registry=REGISTRY)
REFUSALS = Counter(
    "burgrave_refusals", "Moves that a rule forbade.", ["game", "rule"], registry=REGISTRY
)
POLLS = Counter(
    "burgrave_polls",
    "Live polls: answered from memory at once, held until a change or the end, or read anew.",
    ["answer"],
    registry=REGISTRY,
)
REQUESTS = Histogram(
    "burgrave_request_seconds",
    "Time to answer, polls that memory answers left out.",
    ["method", "route"],
    buckets=SECONDS,
    registry=REGISTRY,
)
ANSWERS = Counter("burgrave_answers", "Answers by status.", ["status"], registry=REGISTRY)
JOBS = Counter("burgrave_jobs", "Jobs that were done or failed.", ["job", "end"], registry=REGISTRY)
NOTICES = Counter(
    "burgrave_notices", "Deliveries of notices.", ["channel", "end"], registry=REGISTRY
)
CONNECTIONS = Gauge(
    "burgrave_connections", "Connections of the pool that are in use.", registry=REGISTRY
)

POLL_MEMORY = POLLS.labels("memory")
POLL_HELD = POLLS.labels("held")
POLL_READ = POLLS.labels("read")


def watch_connections(in_use: Callable[[], float]) -> None:
    """Ask this for the connections in use, whenever somebody looks."""
    CONNECTIONS.set_function(in_use)


def exposition() -> bytes:
    """All figures, in the text format of Prometheus."""
    return generate_latest(REGISTRY)


def totals() -> dict[str, int]:
    """The figures that are kept for the plots, summed over their labels, by name."""
    sums = dict.fromkeys(KEPT, 0.0)
    for name, (meter, sample, labels) in KEPT.items():
        for family in meter.collect():
            for one in family.samples:
                if one.name.endswith(sample) and labels.items() <= one.labels.items():
                    sums[name] += one.value
    for family in MOVES.collect():
        for one in family.samples:
            if one.name.endswith("_total"):
                sums[f"moves:{one.labels['game']}"] = one.value
    sums["errors"] = _errors()
    sums["request_ms"] *= 1000
    return {name: round(value) for name, value in sums.items()}


def _errors() -> float:
    return sum(
        one.value
        for family in ANSWERS.collect()
        for one in family.samples
        if one.name.endswith("_total") and one.labels["status"].startswith("5")
    )


KEPT: dict[str, tuple[Counter | Histogram, str, dict[str, str]]] = {
    "moves": (MOVES, "_total", {}),
    "refusals": (REFUSALS, "_total", {}),
    "polls": (POLLS, "_total", {}),
    "requests": (REQUESTS, "_count", {}),
    "request_ms": (REQUESTS, "_sum", {}),
    "jobs": (JOBS, "_total", {"end": "done"}),
    "jobs_failed": (JOBS, "_total", {"end": "failed"}),
    "notices": (NOTICES, "_total", {"end": "sent"}),
    "notices_failed": (NOTICES, "_total", {"end": "failed"}),
}
"""Name of a plot: the meter, which of its samples, and the labels that count."""
