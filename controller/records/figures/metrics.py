"""What Prometheus reads: one row per metric, from which its page and the table of `docs/metrics.md` are made.

`docs/examples/alerts.yml` is a start for alerts.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Literal, NamedTuple, get_args

from controller.health.measures import MEASURES
from controller.protocol.public import PhaseName
from controller.protocol.status import Histogram, LinkStatus, SeatStatus, Status
from controller.uplink.standing import Wrong

Kind = Literal["gauge", "counter", "histogram"]
Meters = Mapping[str, int]
Found = Mapping[tuple[str, ...], float]
"""The values of a metric, each by those of its labels."""
Source = Callable[[Status | None, Meters], Found | Histogram | None]


class Metric(NamedTuple):
    """All that is known of one metric."""

    type: Kind
    short: str
    says: str
    of: Source
    labels: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """As it is served."""
        return f"boxcars_{self.short}"


def page(status: Status | None, meters: Meters) -> str:
    """The whole page; while the controller is away, what the journal says."""
    return "".join(f"{line}\n" for metric in METRICS for line in _told(metric, metric.of(status, meters)))


def _told(metric: Metric, found: Found | Histogram | None) -> Iterator[str]:
    if found:
        yield f"# HELP {metric.name} {metric.says}"
        yield f"# TYPE {metric.name} {metric.type}"
        yield from _buckets(metric.name, found) if isinstance(found, Histogram) else _values(metric, found)


def _values(metric: Metric, found: Found) -> Iterator[str]:
    for values, value in found.items():
        labels = ",".join(f'{label}="{_escaped(of)}"' for label, of in zip(metric.labels, values, strict=True))
        yield f"{metric.name}{labels and f'{{{labels}}}'} {_number(value)}"


def _number(value: float) -> str:
    return f"{value:g}" if isinstance(value, float) else str(int(value))


def _buckets(name: str, histogram: Histogram) -> Iterator[str]:
    so_far = 0
    for bound, count in zip(histogram.bounds, histogram.counts, strict=False):
        so_far += count
        yield f'{name}_bucket{{le="{bound / 1_000_000:g}"}} {so_far}'
    total = sum(histogram.counts)
    yield f'{name}_bucket{{le="+Inf"}} {total}'
    yield f"{name}_sum {histogram.total_us / 1_000_000:g}"
    yield f"{name}_count {total}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


# ---- where they come from -----------------------------------------------------------------------------------------


def _one(figure: Callable[[Status], int]) -> Source:
    return lambda status, _: None if status is None else {(): figure(status)}


def _some(figures: Callable[[Status], Found]) -> Source:
    return lambda status, _: None if status is None else figures(status)


def _seats(which: Callable[[SeatStatus], bool]) -> Source:
    return _one(lambda status: sum(which(seat) for seat in status.seats))


def _took(name: str) -> Source:
    return lambda status, _: None if status is None else status.latencies.get(name)


def _count(name: str) -> Source:
    return _one(lambda status: status.counters.get(name, 0))


def _counts(group: str) -> Source:
    """The counters whose names begin so; the rest of the name is the label."""
    return _some(lambda status: _parted(status.counters, f"{group}."))


def _meters(group: str) -> Source:
    """The meters that are kept by kind."""
    return lambda _, meters: _parted(meters, f"{group}:")


def _parted(figures: Mapping[str, int], beginning: str) -> Found:
    return {(name.removeprefix(beginning),): n for name, n in figures.items() if name.startswith(beginning)}


def _plain_meters(_: Status | None, meters: Meters) -> Found:
    return {(name,): meters[name] for name in PLAIN_METERS if name in meters}


PLAIN_METERS = ("wagered", "won", "games", "rolls", "vigorish", "voids", "hand_pays", "malfunctions", "power_ups")
"""Those that are worth a graph."""


def _floor(name: str) -> Source:
    """What the uplink says, where there is one."""
    return lambda _, figures: {(): figures[f"uplink_{name}"]} if f"uplink_{name}" in figures else {}


def _floor_troubles(_: Status | None, figures: Meters) -> Found:
    return {(code,): figures[code] for code in get_args(Wrong) if code in figures}


def _links(status: Status) -> Found:
    return {(link.role, link.name): link.up for link in status.links}


def _link_details(status: Status) -> Found:
    return {(link.role, link.name, what): n for link in status.links for what, n in _figures(link)}


def _figures(link: LinkStatus) -> Iterator[tuple[str, float]]:
    return ((what, n) for what, n in link.details.items() if isinstance(n, int | float))


def _troubles(status: Status) -> Found:
    times: Counter[tuple[str, ...]] = Counter()
    for trouble in status.troubles:
        times[(trouble.code,)] += trouble.times
    return times


def _health(measure: str) -> Source:
    """One value of the PC, of each thing that has it."""
    return _some(lambda status: {(one.of,): one.value for one in status.health if one.measure == measure})


def _phases(status: Status) -> Found:
    return {(phase,): phase == status.phase for phase in get_args(PhaseName)}


def _holds(status: Status) -> Found:
    return {(reason,): 1 for reason in status.holds}


gauge, counter, histogram = (partial(Metric, kind) for kind in get_args(Kind))

METRICS = (
    gauge("up", "1 while the controller answers", lambda status, _: {(): status is not None}),
    gauge("phase", "1 for the phase that the table is in", _some(_phases), ("phase",)),
    gauge("ready", "the unit has answered, recovery is over", _one(lambda status: status.ready)),
    gauge("demo", "the journal is for demonstration", _one(lambda status: status.demo)),
    gauge("round", "the round being played", _one(lambda status: status.round)),
    gauge("uptime_seconds", "since the controller started", _one(lambda status: status.up_ms // 1000)),
    gauge("hold", "1 for each reason why the table stands still", _some(_holds), ("reason",)),
    gauge("seats_linked", "seats whose terminal is there", _seats(lambda seat: seat.linked)),
    gauge("seats_locked", "seats that wait for an attendant", _seats(lambda seat: seat.lock is not None)),
    gauge("link_up", "whether drivers and what is behind them are heard", _some(_links), ("role", "name")),
    gauge("link_detail", "retries, CRC errors, round trip …", _some(_link_details), ("role", "name", "what")),
    counter("refused_total", "commands refused by the table", _counts("refused"), ("code",)),
    counter("not_taken_total", "messages that were no command, or not theirs to send", _counts("not_taken"), ("code",)),
    counter("accepted_total", "commands taken", _counts("accepted"), ("kind",)),
    counter("messages_total", "messages heard", _counts("messages"), ("role",)),
    counter("let_go_total", "connections let go or turned away, here or at the edge", _counts("let_go"), ("code",)),
    counter("events_total", "journalled events since the start", _count("events")),
    counter("rolls_total", "rolls since the start", _count("rolls")),
    gauge("peers_not_reading", "peers that do not take what waits for them", _count("peers_not_reading")),
    gauge("bytes_waiting", "bytes in the controller's queues", _count("bytes_waiting")),
    gauge("troubles", "what a person should know, of the latest kinds", _some(_troubles), ("code",)),
    histogram("answer_seconds", "from taking a message in to handing its answer over, with commit", _took("answer")),
    histogram("commit_seconds", "one commit of the journal", _took("commit")),
    histogram("turn_seconds", "one turn of the loop", _took("turn")),
    *(gauge(f"machine_{row.name}", row.says, _health(row.name), ("of",)) for row in MEASURES.values()),
    gauge("uplink_delivered", "entries of the journal that the floor has signed for", _floor("delivered")),
    gauge("uplink_waiting", "entries of the journal that it has not", _floor("waiting")),
    gauge("uplink_trouble", "1 for each thing that is wrong with the floor", _floor_troubles, ("code",)),
    gauge("meter", "lifetime meters of the table, money in its smallest unit", _plain_meters, ("meter",)),
    gauge("meter_no_rolls", "meter: rolls without a result, by outcome", _meters("no_rolls"), ("of",)),
    gauge("meter_door_openings", "meter: by door", _meters("door_openings"), ("of",)),
    gauge("meter_in", "meter: put on terminals, by instrument", _meters("in"), ("of",)),
    gauge("meter_out", "meter: paid out, by instrument", _meters("out"), ("of",)),
    gauge("meter_power_odds_shown", "meter: Power Odds drawn, by level", _meters("power_odds_shown"), ("of",)),
    gauge("meter_power_odds_hit", "meter: Power Odds won, by level", _meters("power_odds_hit"), ("of",)),
)
"""One row each, in the order of the page."""
