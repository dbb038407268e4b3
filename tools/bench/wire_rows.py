"""What is measured over the wire: acknowledgements, bursts, settlements, closes, memory."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from controller.server.zmq.endpoints import broadcasts_endpoint, commands_endpoint
from tools.bench.bare import Bare
from tools.bench.load import Crowd, LoadProcess
from tools.bench.neighbours import Observer, reader_of_the_past, resident_mb, terminal
from tools.bench.place import Failed, Place
from tools.bench.played import PlayedGame
from tools.bench.rows import Measured, Progress, Row, at_most, percentile, times_floor

LOAD_PROCESSES = 2
KEPT_BYTES = 540
"""What the journal keeps of a wager: its entry with the hash, and two lines of the ledger."""
MILLION = 1_000_000


class Crowds:
    """The load processes, as one. `direct`: on the cabinet itself; else from elsewhere, by CURVE and the edge."""

    def __init__(self, place: Place, seats: Sequence[int], processes: int, direct: bool = False) -> None:
        run = place.directory / "run"
        here = (commands_endpoint(run, "terminal"), broadcasts_endpoint(run))
        where = here if direct else (place.commands, place.broadcasts)
        shares = [seats[number::processes] for number in range(processes)]
        self._loads = [
            LoadProcess(Crowd(*where, place.public, {seat: place.keys[seat] for seat in share}, direct))
            for share in shares
            if share
        ]

    def all(self, name: str, *words: Any) -> list[Any]:
        """Everybody does it at once."""
        for load in self._loads:
            load.order(name, *words)
        return [load.answer() for load in self._loads]

    def check_none_refused(self) -> None:
        """A wager that is refused costs less than one that is kept: then nothing has been measured."""
        refused = [codes for codes in self.all("refusals") if codes]
        if refused:
            raise Failed(f"wagers were refused: {refused}")

    def end(self) -> None:
        """Done."""
        for load in self._loads:
            load.end()


def acknowledgement(game: PlayedGame, quick: bool, progress: Progress) -> Iterator[Measured]:
    """One terminal on the cabinet, one elsewhere, and the bare server, in turn."""
    direct: list[float] = []
    edge: list[float] = []
    floor: list[float] = []
    turns, each = (8, 40) if quick else (25, 80)
    with Place(game, 2) as place:
        place.station.until("idle")
        crowds = {True: Crowds(place, [1], 1, direct=True), False: Crowds(place, [2], 1)}
        bare = Bare(place.directory, KEPT_BYTES)
        try:
            bare.one_by_one(20)
            for crowd in crowds.values():
                crowd.all("hello")
                crowd.all("one_by_one", 20, game.four)
            for turn in range(turns):
                direct += [ns / MILLION for ns in crowds[True].all("one_by_one", each, game.four)[0]]
                edge += [ns / MILLION for ns in crowds[False].all("one_by_one", each, game.four)[0]]
                floor += [ns / MILLION for ns in bare.one_by_one(each)]
                progress((turn + 1) / turns)
            for crowd in crowds.values():
                crowd.check_none_refused()
        finally:
            bare.end()
            for crowd in crowds.values():
                crowd.end()
    note = f"floor: bare server with CURVE, {len(floor)} interleaved"
    for what, ours, goals in (
        ("on the cabinet", direct, ((0.5, 1.35), (0.99, 1.7))),
        ("elsewhere, CURVE and edge", edge, ((0.5, 1.8),)),
    ):
        for share, most in goals:
            title = f"wager → durable acknowledgement, 1 terminal {what}, p{share * 100:g}"
            yield times_floor(title, percentile(ours, share), percentile(floor, share), "ms", most, note)


def beside_records(game: PlayedGame, quick: bool, progress: Progress) -> Iterator[Measured]:
    """The same acknowledgement with and without somebody who reads the whole past, interleaved."""
    alone: list[float] = []
    beside: list[float] = []
    turns, each = (6, 40) if quick else (20, 80)
    with Place(game, 1) as place:
        place.station.until("idle")
        crowd = Crowds(place, [1], 1)
        try:
            crowd.all("hello")
            crowd.all("one_by_one", 20, game.four)
            with reader_of_the_past(place) as reader:
                for turn in range(turns):
                    alone += [ns / MILLION for ns in crowd.all("one_by_one", each, game.four)[0]]
                    with reader.reading():
                        beside += [ns / MILLION for ns in crowd.all("one_by_one", each, game.four)[0]]
                    progress((turn + 1) / turns)
            crowd.check_none_refused()
        finally:
            crowd.end()
    note = f"recall, log and meters without pause in another process; floor: nobody reads, {len(alone)} interleaved"
    ours, floor = percentile(beside, 0.5), percentile(alone, 0.5)
    yield times_floor("wager → acknowledgement while the past is read, p50", ours, floor, "ms", 1.5, note)


def terminal_memory(game: PlayedGame, _quick: bool, progress: Progress) -> Iterator[Measured]:
    """A player's terminal, serving its page and linked to the controller."""
    with Place(game, 1) as place:
        place.station.until("idle")
        with terminal(place) as process:
            yield at_most("memory of one terminal process", resident_mb(process), "MB", 80)
    progress(1)


def crowd_of_512(
    game: PlayedGame, quick: bool, progress: Progress, seats: int = 512, direct: bool = False
) -> Iterator[Measured]:
    """Bursts, a sustained flood, settlements, closes, and the memory of it all. `direct`: on the cabinet itself."""
    with Place(game, seats) as place:
        place.station.until("idle")
        crowds = Crowds(place, range(1, seats + 1), LOAD_PROCESSES, direct)
        try:
            crowds.all("hello")
            place.driver.may_answer.clear()
            yield from _bursts(game, crowds, 3 if quick else 10)
            progress(0.2)
            yield from _sustained(place, crowds, 4.0 if quick else 15.0)
            progress(0.35)
            yield at_most(f"memory of the controller, {seats} terminals", place.memory(), "MB", 150)
            yield from _settlements(place, crowds, 5 if quick else 40, lambda done: progress(0.35 + 0.3 * done))
            yield from _closes(place, crowds, 8 if quick else 200, lambda done: progress(0.65 + 0.35 * done))
        finally:
            crowds.end()


def _bursts(game: PlayedGame, crowds: Crowds, times: int) -> Iterator[Measured]:
    worst = []
    for number in range(times):
        start = time.monotonic_ns() + 200 * MILLION
        ends = crowds.all("burst", start, 100 * MILLION, game.twelve[1 + number % 11])
        worst.append((max(last for _, last in ends) - min(first for first, _ in ends)) / MILLION)
    note = f"worst of {times}, from the first wager sent"
    yield at_most("512 terminals bet within 100 ms: last acknowledgement", max(worst), "ms", 250, note)


def _sustained(place: Place, crowds: Crowds, seconds: float) -> Iterator[Measured]:
    start, used, edge_used = time.monotonic_ns() + 300 * MILLION, place.cpu_seconds(), place.cpu_seconds(place.edge)
    found = crowds.all("sustain", start, seconds, 2, place.game.twelve)
    rate = sum(answered / (took / 1e9) for answered, took in found)
    answered = sum(answered for answered, _ in found)
    each = (place.cpu_seconds() - used) / answered * 1e6
    at_the_edge = (place.cpu_seconds(place.edge) - edge_used) / answered * 1e6
    note = f"a wager took {each:.0f} µs of the controller's CPU, and {at_the_edge:.0f} µs of the edge's with CURVE"
    yield Row("512 terminals as fast as they can", rate, "wagers/s", "≥ 10000 wagers/s", rate >= 10_000, note=note)


def _settlements(place: Place, crowds: Crowds, times: int, progress: Progress) -> Iterator[Measured]:
    """From the report of the unit to the last of all terminals, each with twelve wagers."""
    took = []
    for number in range(times):
        place.station.until("idle", "betting")
        place.driver.may_answer.clear()
        crowds.all("lay", place.game.twelve)
        table = place.station.until("rolling")
        before = max(place.driver.sent_ns, default=0)
        place.driver.shows = place.game.shown_to_all
        place.driver.may_answer.set()
        last = max(crowds.all("settled"))
        sent = place.driver.sent_ns[max(place.driver.sent_ns)]
        assert max(place.driver.sent_ns) > before, table
        took.append((last - sent) / MILLION)
        progress((number + 1) / times)
    note = f"{times} rounds, worst {max(took):.0f} ms"
    yield at_most(
        "result → settlement at the last of 512, 12 wagers each, p99", percentile(took, 0.99), "ms", 250, note
    )


def _closes(place: Place, crowds: Crowds, times: int, progress: Progress) -> Iterator[Measured]:
    """From when the close was due to when the last of all terminals heard of it, while all bet."""
    place.driver.shows = place.game.shown
    place.driver.may_answer.set()
    place.station.until("idle", "betting")
    place.station.settings({"bet_time": 1, "close_early": False})
    took: list[float] = []
    with Observer(place) as observer:
        while len(took) < times:
            found = crowds.all("close", 2 * MILLION, place.game.twelve[:2])
            due = observer.due_ns.get(found[0][0])
            if due is not None and len({round for round, _ in found}) == 1:
                took.append((max(last for _, last in found) - due) / MILLION)
            progress(len(took) / times)
    note = f"{times} closes, median {percentile(took, 0.5):.1f} ms"
    yield at_most("bet close due → heard by the last of 512 while all bet, p99", percentile(took, 0.99), "ms", 50, note)
