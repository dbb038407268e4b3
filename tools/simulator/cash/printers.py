"""The ticket printer of a seat: the emulated one as a unit of the dome's kind, so that its driver is played alike."""

from random import Random

from config.drivers import TicketTexts
from controller.games.interface import Shown
from controller.protocol.devices.printer import TO_DRIVER
from drivers.cash.printer.words import PrinterWords
from tools.emulators.printer.memory import Shelf
from tools.emulators.printer.orders import follow
from tools.emulators.printer.press import Pace
from tools.emulators.printer.trouble import CUTS
from tools.emulators.printer.unit import Unit
from tools.simulator.cash.papers import Bezel
from tools.simulator.dome.kind import UnitKind, Witness

TEXTS = TicketTexts(house="House", place="Place", asset="17", sign="$", one="dollar", many="dollars")
PACE = Pace(boot=0.1, start=0.05, printing=0.3, finish=0.05, self_test=0.1)
FIRST_SERIAL = 7000
ORDERS = (
    "reboot",
    "power-cut 1",
    *(f"power-cut 0.4 {stage}" for stage in CUTS),
    "power-cut 3 printing",
    *(f"next {end}" for end in ("snatched", "nothing", "pulled", "jam", "head-hot", "paper-out", "not-cut", "unseen")),
    "pull",
    "paper out",
    "paper low",
    "jam",
    "head open",
    "fault memory",
    "corrupt",
    "forget",
    "pretend unknown 3",
    "pretend printing 4",
    "repeat-old",
    "unasked",
    "taken",
    "refuse 1",
    "refuse 4",
    "refuse 6",
    "slow 2",
    "lose reply 6",
    "lose printed 4",
    "lose taken 4",
    "double printed 3",
    "double reply 4",
    "garble printed 2",
    "delay printed 2500",
    "delay reply 120",
    "flip 0.002",
    "flip 0.02",
    "babble 1.5",
    "freeze 2",
    "serial 77",
)
ONCE = (
    "power-cut",
    "reboot",
    "next",
    "paper",
    "jam",
    "fault",
    "corrupt",
    "forget",
    "repeat",
    "unasked",
    "refuse",
    "take",
    "well",
)


def kind_of(seat: int, serial: int, bezel: Bezel) -> UnitKind:
    """The printer of this seat."""

    def switched_on(_key: bytes, _seed: int | str, now: float, boots: Random, _witness: Witness) -> Unit:
        return Unit(Shelf(None), bezel, PACE, now, serial, PrinterWords.model, boots)

    return UnitKind(
        name="tickets",
        serial=serial,
        words=PrinterWords(TEXTS, seat),
        told=TO_DRIVER,
        switched_on=switched_on,
        follow=follow,
        orders=ORDERS,
        happens_once=ONCE,
        opens="head open",
        closes="head close",
        shown=_nothing,
    )


def _nothing(_result: bytes) -> Shown:
    """No outcome of a game comes from it."""
    return {}
