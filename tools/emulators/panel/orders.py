"""What a person can do to an emulated board, by name."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tools.emulators.panel.board import DOOR_CONTACTS, KEY_SWITCHES, SHOOT_AND_OTHERS, Board
from tools.emulators.panel.bus import Bus

PRESS_MS = 150
LONGEST_PRESS_MS = 60_000
LONGEST_SECONDS = 3600.0


class BadOrder(Exception):
    """An order that cannot be followed; the text says what is allowed."""


Later = Callable[[float, Callable[[], None]], None]
"""Do this after so many seconds."""


@dataclass(frozen=True)
class Order:
    usage: str
    purpose: str
    follow: Callable[[Board, Bus, list[str], Later], None]


def _press(board: Board, _: Bus, words: list[str], later: Later) -> None:
    button = _choice(words[0] if words else "", SHOOT_AND_OTHERS)
    milliseconds = _whole(words[1] if len(words) > 1 else str(PRESS_MS), 1, LONGEST_PRESS_MS)
    board.set_button(button, True)
    later(milliseconds / 1000, lambda: board.set_button(button, False))


def _hold(board: Board, _: Bus, words: list[str], __: Later) -> None:
    board.set_button(_choice(_one(words), SHOOT_AND_OTHERS), True)


def _release(board: Board, _: Bus, words: list[str], __: Later) -> None:
    board.set_button(_choice(_one(words), SHOOT_AND_OTHERS), False)


def _key(board: Board, _: Bus, words: list[str], __: Later) -> None:
    name, way = _two(words)
    board.set_key(_choice(name, KEY_SWITCHES), _choice(way, {"on": 1, "off": 0}) == "on")


def _door(board: Board, _: Bus, words: list[str], __: Later) -> None:
    name, way = _two(words)
    board.set_door(_choice(name, DOOR_CONTACTS), _choice(way, {"open": 1, "close": 0}) == "open")


def _unplug(board: Board, bus: Bus, words: list[str], later: Later) -> None:
    if words:
        later(_seconds(_one(words)), lambda: bus.plug(board))
    board.unplug()


def _plug(board: Board, bus: Bus, _: list[str], __: Later) -> None:
    bus.plug(board)


def _silent(board: Board, _: Bus, words: list[str], __: Later) -> None:
    board.silent_until = time.monotonic() + _seconds(_one(words))


def _garble(board: Board, _: Bus, words: list[str], __: Later) -> None:
    board.garble = _whole(_one(words), 0, 1000)


def _shorten(board: Board, _: Bus, words: list[str], __: Later) -> None:
    board.shorten = _whole(_one(words), 0, 1000)


def _repeat(board: Board, _: Bus, words: list[str], __: Later) -> None:
    board.repeat = _whole(_one(words), 0, 1000)


def _supply(board: Board, _: Bus, words: list[str], __: Later) -> None:
    board.set_supply(_whole(_one(words), 0, 100))


ORDERS = {
    "press": Order("BUTTON [MS]", f"press and release; buttons are {', '.join(SHOOT_AND_OTHERS)}", _press),
    "hold": Order("BUTTON", "press and keep pressed", _hold),
    "release": Order("BUTTON", "let go", _release),
    "key": Order("NAME on|off", f"turn a key: {', '.join(KEY_SWITCHES)}", _key),
    "door": Order("NAME open|close", f"a door, also while unplugged: {', '.join(DOOR_CONTACTS)}", _door),
    "unplug": Order("[SECONDS]", "leave the bus, for good or for so long (the battery keeps the latches)", _unplug),
    "plug": Order("", "come back to the bus", _plug),
    "silent": Order("SECONDS", "stay on the bus and say nothing", _silent),
    "garble": Order("N", "wrong CRCs on the next N reports", _garble),
    "shorten": Order("N", "a byte too few in the next N reports", _shorten),
    "repeat": Order("N", "the next N reports keep the number of the one before", _repeat),
    "supply": Order("PERCENT", "charge of the backup battery", _supply),
}


def follow(bus: Bus, words: list[str], later: Later) -> None:
    """`BOARD ORDER …`, or BadOrder."""
    board = bus.boards.get(words[0]) if words else None
    if board is None:
        raise BadOrder(f"{words[0] if words else 'nothing'}: name a board first: {', '.join(bus.boards)}, or show")
    order = ORDERS.get(words[1]) if len(words) > 1 else None
    if order is None:
        raise BadOrder(f"{' '.join(words[1:2]) or 'nothing'}: allowed are {', '.join(ORDERS)}")
    try:
        order.follow(board, bus, words[2:], later)
    except BadOrder as error:
        raise BadOrder(f"{words[1]}: {error}; usage: {words[0]} {words[1]} {order.usage}") from None


def describe(bus: Bus) -> dict[str, Any]:
    """Every board at a glance, for `show`."""
    return {
        board.serial: {
            "plugged": board.address != 0,
            "buttons": _names(board.buttons, SHOOT_AND_OTHERS),
            "keys": _names(board.keys, KEY_SWITCHES),
            "open_doors": _names(board.doors, DOOR_CONTACTS),
            "latched_doors": _names(board.latches, DOOR_CONTACTS),
            "lamps": _names(board.lamps, SHOOT_AND_OTHERS),
            "pattern": board.pattern,
            "tower": board.tower,
            "frames_heard": board.lights_heard,
            "frames_refused": board.lights_refused,
        }
        for board in bus.boards.values()
    }


def _names(bits: int, table: dict[str, int]) -> list[str]:
    return [name for name, bit in table.items() if bits & bit]


def _one(words: list[str]) -> str:
    if len(words) != 1:
        raise BadOrder(f"{len(words)} words follow, one is wanted")
    return words[0]


def _two(words: list[str]) -> tuple[str, str]:
    if len(words) != 2:
        raise BadOrder(f"{len(words)} words follow, two are wanted")
    return words[0], words[1]


def _choice(word: str, allowed: dict[str, int]) -> str:
    if word not in allowed:
        raise BadOrder(f"{word or 'nothing'}: allowed are {', '.join(allowed)}")
    return word


def _whole(word: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdigit() and least <= int(word) <= most):
        raise BadOrder(f"{word}: allowed is a whole number from {least} to {most}")
    return int(word)


def _seconds(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= LONGEST_SECONDS:
        raise BadOrder(f"{word}: allowed is a number of seconds from 0 to {LONGEST_SECONDS:g}")
    return value
