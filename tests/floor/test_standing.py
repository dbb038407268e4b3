"""What people on the cabinet are told of the floor: in status, troubles and metrics, out of what the uplink says."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from config.floor import Uplink
from controller.commands.machine.status import show_floor
from controller.floor.keys import floor_key, make_keys
from controller.protocol.floor import Above, FloorAnswer, answer_text, id_of
from controller.protocol.status import Status
from controller.records.figures.metrics import page
from controller.server.host.watches.floor import TROUBLES, FloorWatch
from controller.server.loop.troubles import Trouble
from controller.table.cash.events import NumbersKnown
from controller.uplink.kept import FloorWord, keep_status, keep_word
from controller.uplink.standing import Wrong, standing_with_floor

NOW = 1_790_000_000_000
GOOD = {"at": NOW, "trouble": "", "about": "", "delivered": 40, "head": 42, "heard_at": NOW - 1000, "clock_off": 5}


def settings(folder: Path) -> Uplink:
    return Uplink(cabinet="pit-1", address="https://192.0.2.9:9470", certificate="floor.crt", directory=str(folder))


CASES: dict[str, tuple[dict[str, object], set[Wrong]]] = {
    "all is well": ({}, set()),
    "the uplink has died": ({"at": NOW - 61_000}, {"floor_away"}),
    "the floor is silent": ({"trouble": "floor_away", "heard_at": NOW - 61_000}, {"floor_away"}),
    "it was away for a moment": ({"trouble": "floor_away"}, set()),
    "another past waits": ({"trouble": "quarantined"}, {"floor_quarantined"}),
    "its key is revoked": ({"trouble": "no_key", "heard_at": NOW - 61_000}, {"floor_refuses", "floor_away"}),
    "its clock is behind": ({"clock_off": -30_001}, {"floor_clock"}),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_with_the_floor_is_said_by_name(case: str, tmp_path: Path) -> None:
    said, due = CASES[case]
    keep_status(tmp_path, GOOD | said)
    found = standing_with_floor(settings(tmp_path), NOW)
    assert found.wrong.keys() == due
    assert due <= TROUBLES.keys()
    assert (found.delivered, found.waiting) == (40, 2)


def test_a_cabinet_whose_uplink_never_ran_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert standing_with_floor(settings(tmp_path), NOW).wrong == {"floor_away": "the uplink does not run"}
    show_floor(settings(tmp_path))
    said = capsys.readouterr().out
    assert "0 entries delivered, 0 wait, never heard" in said
    assert "floor_away: the uplink does not run" in said


def test_the_metrics_of_a_cabinet_have_the_floor_where_there_is_one() -> None:
    no_status: Status | None = None
    told = page(
        no_status, {"uplink_delivered": 40, "uplink_waiting": 2, "floor_away": 1, "floor_clock": 0}
    ).splitlines()
    assert {"boxcars_uplink_delivered 40", 'boxcars_uplink_trouble{code="floor_away"} 1'} <= set(told)
    assert not [line for line in page(no_status, {}).splitlines() if "uplink" in line]


class Hub:
    """What a watch sees of the cabinet."""

    def __init__(self, journal: str, sequence: int) -> None:
        self.now, self.applied = 0, list[object]()
        self.store = SimpleNamespace(facts=lambda: {"journal": journal})
        seats = {
            1: SimpleNamespace(printer=SimpleNamespace(jobs=3)),
            2: SimpleNamespace(printer=SimpleNamespace(jobs=9)),
        }
        self.table = SimpleNamespace(house=SimpleNamespace(sequence=sequence), cash=seats)
        self.counters = SimpleNamespace(trouble=lambda trouble, *_, **__: self.applied.append(trouble))

    def apply(self, event: object) -> None:
        """Into the journal."""
        self.applied.append(event)


@pytest.mark.parametrize("journal, due", [("mine", [NumbersKnown(41, {"1": 6})]), ("another", [])])
def test_at_the_start_the_journal_goes_on_above_the_numbers_of_another_past(
    journal: str, due: list[object], tmp_path: Path
) -> None:
    make_keys(tmp_path, "house")
    key = floor_key(tmp_path)
    said = FloorAnswer(
        cabinet="pit-1",
        journal="mine",
        of="0" * 64,
        code="known",
        seq=9,
        hash="0" * 64,
        at=0,
        above=Above(ticket=41, jobs={"1": 6, "2": 9, "7": 1}),
    )
    body = said.model_dump_json(exclude_none=True).encode()
    keep_word(tmp_path, FloorWord(body, key.sign(answer_text(id_of(body))).hex()))
    watch = FloorWatch(settings(tmp_path).model_copy(update={"certificate": str(tmp_path / "floor.crt")}))
    hub = Hub(journal, 40)
    for _ in range(3):
        watch.look(hub)  # type: ignore[arg-type]
    assert hub.applied == due
    hub.now = 61_000
    watch.look(hub)  # type: ignore[arg-type]
    watch.look(hub)  # type: ignore[arg-type]
    assert hub.applied == [*due, Trouble.FLOOR_AWAY], "no uplink runs, and that is told once"
