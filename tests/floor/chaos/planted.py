"""Bugs that only a house of processes shows, each with the trouble by which it has to be found."""

import sys
from typing import Any, NamedTuple

from controller.floor import process as floor_process
from controller.floor.uplinks.desk import FloorDesk
from controller.floor.witness import witness
from controller.floor.witness.witness import Witness
from controller.uplink import process as uplink_process
from controller.uplink.outbox import UplinkOutbox
from controller.uplink.process import UplinkLoop
from tests.floor.chaos.script import CABINETS, FLOOR, Setting, Trouble
from tests.floor.instead import answered_before_its_commit, nothing, without_the_chain

turn, opened, key_of = UplinkLoop.turn, UplinkOutbox._open, FloorDesk._key_of
remembered = dict[str, bytes]()


def _ends_without_a_floor(self: UplinkLoop) -> float:
    pause = turn(self)
    if self.trouble == "floor_away" and self._heard_at:
        sys.exit("no floor")
    return pause


def _never_looks_again(self: UplinkOutbox) -> Any:
    return opened(self) if self._reader is None else self._reader


def _remembers_keys(self: FloorDesk, cabinet: str) -> bytes | None:
    if (key := key_of(self, cabinet)) is not None:
        remembered[cabinet] = key
    return remembered.get(cabinet)


class Bug(NamedTuple):
    """What is put in whose place, and what has to find it."""

    where: Any
    name: str
    instead: Any
    found_by: Trouble
    says: str
    """What is then said to be wrong."""
    setting: Setting = Setting(postgres=False, broker=False)


FIRST = CABINETS[0]
WITH_TIME = Setting(postgres=False, broker=False, long=True)
BUGS: dict[str, Bug] = {
    "the answer comes before the commit": Bug(
        *(Witness, "take", answered_before_its_commit),
        Trouble("disk full", FLOOR, 3.0, 0),
        "is delivered; the floor has",
    ),
    "the uplink ends when the floor is away": Bug(
        *(UplinkLoop, "turn", _ends_without_a_floor), Trouble("killed", FLOOR, 1.0, 0), "ended by itself"
    ),
    "the uplink keeps the file that it opened": Bug(
        *(UplinkOutbox, "_open", _never_looks_again),
        Trouble("journal of another", FIRST, 1.0, 0),
        "('pit-1', 'journal_of_two')] are raised",
    ),
    "clocks are not compared": Bug(
        *(witness, "note_clock", nothing()), Trouble("clock set", FIRST, 1.0, 0), "('pit-1', 'clock')] are raised"
    ),
    "heads are not judged": Bug(
        *(witness, "judge_head", nothing()),
        Trouble("journal put back", FIRST, 1.0, 0),
        "('pit-1', 'rolled_back')] are raised",
    ),
    "another past does not wait for a person": Bug(
        *(witness, "_quarantine", nothing()), Trouble("journal put back and played on", FIRST, 1.0, 0), "are raised"
    ),
    "the floor does not look for who is silent": Bug(
        *(floor_process, "look_for_silent", nothing()),
        Trouble("silent", FIRST, 1.0, 1),
        "('pit-1', 'silent')] are raised",
        WITH_TIME,
    ),
    "the floor's word is not kept": Bug(
        *(uplink_process, "keep_word", lambda *_: None),
        Trouble("journal put back", FIRST, 1.0, 0),
        "would play on an older copy",
    ),
    "the raw chain is not kept": Bug(*(witness, "go_on", without_the_chain), Trouble("killed", FLOOR, 0.2, 0), "WRONG"),
    "a key that was heard is heard for ever": Bug(
        *(FloorDesk, "_key_of", _remembers_keys),
        Trouble("key revoked", FIRST, 1.0, 0),
        "('pit-1', 'no_key')] are raised",
    ),
    "a full disk of the floor's is the uplink's end": Bug(
        *(UplinkLoop, "turn", _ends_without_a_floor), Trouble("disk full", FLOOR, 3.0, 0), "ended by itself"
    ),
}


def plant(name: str) -> None:
    """In this process; a dash is none."""
    if name != "-":
        bug = BUGS[name]
        setattr(bug.where, bug.name, bug.instead)
