"""What Prometheus reads of a floor: a row for each metric, made of what the page shows of the machines."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

Shown = Mapping[str, Any]
Found = Mapping[tuple[str, ...], float]


class FloorMetric(NamedTuple):
    """All that is known of one metric."""

    name: str
    says: str
    of: Callable[[Shown], Found]
    labels: tuple[str, ...] = ("cabinet",)


def _of_each(field: str) -> Callable[[Shown], Found]:
    return lambda shown: {(one["cabinet"],): one[field] for one in shown["machines"]}


def _seconds(shown: Shown) -> Found:
    return {(one["cabinet"],): (shown["at"] - one["heard_at"]) / 1000 for one in shown["machines"]}


def _holds(shown: Shown) -> Found:
    return {(one["cabinet"],): len(one["holds"]) for one in shown["machines"]}


def _clock(shown: Shown) -> Found:
    return {(one["cabinet"],): one["clock_off"] / 1000 for one in shown["machines"]}


def _needs(shown: Shown) -> Found:
    waiting = ((need["who"], one["cabinet"]) for one in shown["machines"] for need in one["needs"])
    return dict(Counter(waiting))


def _alarms(shown: Shown) -> Found:
    counted = Counter((one["code"], one["cabinet"]) for one in shown["alarms"])
    return dict(counted)


def _of_pots(field: str) -> Callable[[Shown], Found]:
    return lambda shown: {(one["jackpot"],): int(one[field]) for one in shown["jackpots"]}


METRICS = (
    FloorMetric("boxcars_floor_up", "The floor's store answers.", lambda _: {(): 1}, ()),
    FloorMetric("boxcars_floor_entries", "Entries of a cabinet's journal that the floor has.", _of_each("entries")),
    FloorMetric(
        "boxcars_floor_waiting", "Entries that a cabinet had not delivered when it spoke last.", _of_each("waiting")
    ),
    FloorMetric("boxcars_floor_heard_seconds", "Since a cabinet was heard last.", _seconds),
    FloorMetric("boxcars_floor_holds", "Reasons for which a cabinet stands still.", _holds),
    FloorMetric("boxcars_floor_clock_off_seconds", "By how much a cabinet's clock is ahead of the floor's.", _clock),
    FloorMetric(
        "boxcars_floor_needs", "What a cabinet and its seats wait for, by who sees to it.", _needs, ("who", "cabinet")
    ),
    FloorMetric("boxcars_floor_jackpot_open", "Whether wagers may play for a jackpot.", _of_pots("open"), ("jackpot",)),
    FloorMetric("boxcars_floor_jackpot_hits", "How often a jackpot was hit.", _of_pots("hits"), ("jackpot",)),
    FloorMetric(
        "boxcars_floor_jackpot_unanswered",
        "Hits whose cabinet has not heard yet what they won.",
        _of_pots("unanswered"),
        ("jackpot",),
    ),
    FloorMetric("boxcars_floor_alarms", "Alarms that nobody has looked at.", _alarms, ("code", "cabinet")),
    FloorMetric(
        "boxcars_floor_notices_unsent",
        "Notices to staff that the mail server has not taken yet.",
        lambda shown: {(): shown["unsent"]},
        (),
    ),
)


def page(shown: Shown | None, unsent: int = 0) -> str:
    """The whole page; while the store is away, that."""
    if shown is None:
        return f"# HELP boxcars_floor_up {METRICS[0].says}\n# TYPE boxcars_floor_up gauge\nboxcars_floor_up 0\n"
    told = {**shown, "unsent": unsent}
    return "".join(f"{line}\n" for metric in METRICS for line in _told(metric, metric.of(told)))


def _told(metric: FloorMetric, found: Found) -> Iterator[str]:
    """Names of cabinets have no sign in them that would have to be escaped."""
    yield f"# HELP {metric.name} {metric.says}"
    yield f"# TYPE {metric.name} gauge"
    for values, value in found.items():
        labels = ",".join(f'{label}="{of}"' for label, of in zip(metric.labels, values, strict=True))
        number = f"{value:.3f}" if isinstance(value, float) else str(value)
        yield f"{metric.name}{labels and f'{{{labels}}}'} {number}"
