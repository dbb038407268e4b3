"""Every number, id and free field of every message and act, in both versions of the wire, at its edges.

What was said in a batch is kept in a real journal. After the batch it is read back, verified and replayed, and a table
is started from it; whatever somebody was told is taken has to be in it.
"""

import json
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.media import Shelf
from controller.protocol.catalogue import WAYS
from controller.protocol.message import BadMessage, decode, encode
from controller.protocol.records.questions import TO_RECORDS
from controller.records.library import LARGEST_ANSWER, Library
from controller.table.staff.operating import ACTS
from tests.faults.fuzz.examples import examples, schema_of
from tests.faults.soak.proof import read_back
from tests.server.simulated import Someone
from tests.server.staff import StaffMember
from tests.server.test_act_fields import on_a_journal, proved_after_a_crash
from tests.server.test_acts_by_role import FIELDS
from tests.server.test_stations_2 import Second

NUMBERS: tuple[float, ...] = (0, -1, 1, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, 10**30, 1e308, 1.5, -0.5, 1e-9)
WORDS = ("", "a\nb", "\x1b[2J", "\x00", "\u202e", "\ud800", "x" * 301, "9" * 20, "1/0", "../..", "stick", "骰子")
SHAPES: tuple[Any, ...] = (None, True, [], {}, [[]], {"": 1.5}, {"x": 2**63}, {"keep_days": 7.5}, {"bet_time": 1e308})
BATCH = 60
EDGY = 0.6
"""How often something of a message is put to an edge; the others are as they should be."""
WITHOUT_END = ("restart", "power_off", "clear")
"""Acts that would end the batch at once."""


def edge(source: random.Random, bounds: list[int]) -> Any:
    """As often as not a number at the bounds that the schema says of the field, or one beside them."""
    if bounds and source.random() < 0.6:
        return source.choice(bounds) + source.choice((0, 0, 0, -1, 1))
    return source.choice(source.choice((NUMBERS, NUMBERS, WORDS, SHAPES)))


def put_to_the_edge(source: random.Random, message: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """One field of it: of those that it has, and those that it might have; deeper where it has parts."""
    name = source.choice(list(fields))
    inner = message.get(name)
    deeper = source.random() < 0.7
    if deeper and isinstance(inner, dict) and inner:
        return {**message, name: put_to_the_edge(source, inner, inner)}
    if deeper and isinstance(inner, list) and inner and isinstance(inner[0], dict):
        return {**message, name: [put_to_the_edge(source, inner[0], inner[0]), *inner[1:]]}
    return {**message, name: edge(source, list(bounds_of(fields[name])))}


def bounds_of(node: Any) -> Iterator[int]:
    """What the schema says is the least and the most, of a field or of its parts."""
    if isinstance(node, dict):
        yield from (node[word] for word in ("minimum", "maximum") if isinstance(node.get(word), int))
        for part in node.values():
            yield from bounds_of(part)
    elif isinstance(node, list):
        for part in node:
            yield from bounds_of(part)


def fields_of(way: str, kind: str) -> dict[str, Any]:
    """What a message of this kind may have and what is said of it, but for what says which message it is."""
    schema = schema_of(way)
    name = schema["discriminator"]["mapping"][kind].rpartition("/")[2]
    found = {field: said for field, said in schema["$defs"][name]["properties"].items() if field not in ("kind", "v")}
    return found or {"extra": {}}


class Batch:
    """A cabinet on a journal: two players, one of each version, a supervisor of either, drivers, watchers."""

    def __init__(self, folder: Path, version: int) -> None:
        self.place = folder / "vault"
        shutil.rmtree(self.place, ignore_errors=True)
        self.cabinet = cabinet = on_a_journal(self.place)
        cabinet.panel.say(kind="panel_driver_here", boards=["CABINET"], emulated=True)
        self.players = {"from_terminal": cabinet.terminal(1, 50_000), "from_terminal_2": self._second_player()}
        eve = cabinet.supervisor()
        assert eve.act("add_person", name="spare", new_role="technician", pin="135790")["ok"]
        self.eve: StaffMember | Second = eve if version == 1 else Second(cabinet)
        self.staff = "from_operator" if version == 1 else "from_operator_2"
        self.others = {
            "from_display": Someone(cabinet, "display", "local display"),
            "from_watcher": Someone(cabinet, "records", "local records"),
            "from_dice_driver": cabinet.dice,
            "from_panel_driver": cabinet.panel,
        }
        self.said = 0
        self._acts: dict[int, str] = {}

    def _second_player(self) -> Someone:
        player = Someone(self.cabinet, "terminal", "local terminal", None)
        player.say(kind="hello", v=2, seat=2, software="test", series=None)
        self.cabinet.turn()
        return player

    def say(self, source: random.Random) -> bool:
        """One message of anybody; true if something of it was kept."""
        self.said += 1
        self._all_are_here()
        way = source.choice((*self.players, *self.players, *[self.staff] * 4, *self.others))
        message = self._as_now(way, self._good(way, source), source)
        if source.random() < EDGY:
            message = put_to_the_edge(source, message, fields_of(way, message["kind"]))
        before = self.cabinet.store._kept.vault.seq  # type: ignore[attr-defined]
        self._peer(way).say_bytes(json.dumps(message).encode("utf-8", "surrogatepass"))
        self.cabinet.breathe()
        self.cabinet.turn(source.choice((1, 1, 300)))
        self._nothing_failed(message)
        return bool(self.cabinet.store._kept.vault.seq > before)  # type: ignore[attr-defined]

    def _all_are_here(self) -> None:
        """Nobody was silent for too long, and nobody has left."""
        for seat, (way, player) in enumerate(self.players.items(), 1):
            version = {"v": 2} if way.endswith("_2") else {}
            if not self.cabinet.table.seats[seat].linked:
                player.say(kind="hello", seat=seat, software="test", **version)
            player.say(kind="heartbeat", n=1, **version)

    def _good(self, way: str, source: random.Random) -> dict[str, Any]:
        """Of the staff mostly an act."""
        shown = examples(way)
        acts = [message for message in shown if message["kind"] == "act"]
        return source.choice(acts if acts and source.random() < 0.7 else shown)

    def _peer(self, way: str) -> Someone:
        return self.eve.station if way == self.staff else {**self.players, **self.others}[way]

    def _as_now(self, way: str, good: dict[str, Any], source: random.Random) -> dict[str, Any]:
        """The example with what has to be right for it to be looked at."""
        message = dict(good)
        if way in self.players:
            seat = 1 if way == "from_terminal" else 2
            known = self.cabinet.table.clients.get(f"seat-{seat}")
            now = {"id": (known.last_id if known else 0) + 1, "round": self.cabinet.table.round, "seat": seat}
            now["series"] = known.series if known else 0
            message |= {name: value for name, value in now.items() if name in message}
        elif way == self.staff and "session" in message:
            session = self.eve.session if isinstance(self.eve.session, dict) else {}
            message |= {name: session[name] for name in ("session", "series") if name in message and name in session}
        if message["kind"] == "act":
            act = source.choice([name for name in ACTS if name not in WITHOUT_END])
            self.eve.id += 1
            self._acts[self.eve.id] = act
            keep: dict[str, Any] = {
                name: message[name] for name in ("kind", "v", "session", "series") if name in message
            }
            return {
                **keep,
                "id": self.eve.id,
                "operator": "eve",
                "role": "supervisor",
                "act": act,
                **FIELDS.get(act, {}),
            }
        return message

    def _nothing_failed(self, message: dict[str, Any]) -> None:
        counters, holds = self.cabinet.loop.counters, self.cabinet.table.holds
        assert not counters.counts["not_taken.failed"], f"{message}: {counters.troubles()[0]}"
        assert not holds.keys() & {"core", "books"}, f"{message}: {holds}"

    def is_over(self) -> bool:
        """Enough was said, or somebody has switched the machine off, or the person has left."""
        return self.said >= BATCH or bool(self.cabinet.loop.ending) or bool(self.eve.station.heard("session_ended"))

    def prove(self) -> None:
        """Read back, verified, replayed, started from."""
        proved_after_a_crash(self.cabinet, self.place)
        found = read_back(self.place)
        numbers = {client: {id for (who, id), _ in found.accepted if who == client} for client in ("seat-1", "seat-2")}
        for seat, player in enumerate(self.players.values(), 1):
            told = {answer["id"] for answer in player.heard("answer") if answer["ok"]}
            assert told <= numbers[f"seat-{seat}"], f"seat {seat} was told {told - numbers[f'seat-{seat}']}"
        acts = Counter(self._acts[one["id"]] for one in self._told_to_be_done())
        kept: Counter[str] = Counter()
        for (act, _), times in found.acts.items():
            kept[act] += times
        assert acts <= kept, f"told to be done and not kept: {acts - kept}"

    def _told_to_be_done(self) -> list[dict[str, Any]]:
        return [answer for answer in self.eve.station.heard("answer") if answer["ok"] and answer["id"] in self._acts]


class Edges:
    """Batch after batch, in turn of each version at the station."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="boxcars-fuzz-"))
        self._batches = 0
        self._batch: Batch | None = None

    def __call__(self, source: random.Random) -> bool:
        if self._batch is None:
            self._batches += 1
            self._batch = Batch(self._folder, 1 + self._batches % 2)
        taken = self._batch.say(source)
        if self._batch.is_over():
            batch, self._batch = self._batch, None
            batch.prove()
        return taken


class Questions:
    """What is asked of records, with numbers that no row has: an answer that fits, or `bad_message`."""

    def __init__(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="boxcars-fuzz-"))
        batch = Batch(folder, 1)
        batch.prove()
        rules = batch.cabinet.table.game.rules()
        self._library = Library(batch.place, lambda: rules, Shelf(folder / "media", False))

    def __call__(self, source: random.Random) -> bool:
        good = source.choice(examples("to_records"))
        message = put_to_the_edge(source, good, fields_of("to_records", good["kind"]))
        if "start" in message:
            message["start"] = False
        try:
            question = decode(TO_RECORDS, json.dumps(message).encode("utf-8", "surrogatepass"))
        except BadMessage:
            return False
        answer = encode(self._library.answer(question, None))
        decode(WAYS["from_records"].messages, answer, 2 * LARGEST_ANSWER)
        return True
