"""Processes that are killed, stopped and frozen, hardware that misbehaves, terminals that crash."""

import signal
from collections.abc import Callable

from tests.faults.soak.machine import BOARD, Machine

DICE_ORDERS = (
    "reboot",
    "power-cut 0.5",
    "power-cut 0.3 mid-shake",
    "freeze 2",
    "babble 1",
    "lose 5",
    "forge 1",
    "repeat-old",
    "unasked",
    "slow 300",
    "unplug 1.5",
    "next leaning",
    "next unreadable",
    "lid open",
)
PANEL_ORDERS = ("unplug 2", "silent 2", "garble 5", "door DOME open", "door MAIN open", "key OPERATOR off")


def kill(name: str) -> Callable[[Machine], None]:
    """As a crash ends it."""
    return lambda machine: machine.kept[name].hit(signal.SIGKILL)


def stop(name: str) -> Callable[[Machine], None]:
    """As systemd ends it."""
    return lambda machine: machine.kept[name].hit(signal.SIGTERM)


def freeze(name: str) -> Callable[[Machine], None]:
    """For up to five seconds."""
    return lambda machine: machine.kept[name].freeze(machine.chance.uniform(0.2, 5))


def order_the_unit(machine: Machine) -> None:
    machine.order("unit", machine.chance.choice(DICE_ORDERS))


def order_the_boards(machine: Machine) -> None:
    machine.order("boards", f"{BOARD} {machine.chance.choice(PANEL_ORDERS)}")
