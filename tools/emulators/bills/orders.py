"""What a person can order an acceptor to do or to suffer, whatever it speaks; each protocol's room adds its own.

The control socket, the help text and the tests all read these tables.
"""

from collections.abc import Mapping
from typing import Any

from tools.emulators.bills.acceptor import Acceptor
from tools.emulators.bills.memory import ACCEPTOR, BOX, HAND, STACKER
from tools.emulators.bills.paper import TICKET, TICKET_NUMBER, Paper, false_note, read_data_set
from tools.emulators.bills.path import Stage
from tools.emulators.bills.trouble import CUTS, PowerCut
from tools.emulators.common.line_orders import ON_ANY_LINE, freeze
from tools.emulators.common.orders import BadOrder, Order, choice, exactly, obey, one, seconds, whole

MOST = 1_000_000


# ---- what is put in --------------------------------------------------------------------------------------------------


def _insert(unit: Acceptor, words: list[str], now: float) -> None:
    types = unit.notes.types()
    kind = choice(one(words), (*map(str, types), "false"))
    unit.insert(false_note() if kind == "false" else unit.notes.note(int(kind)), now)


def _note(unit: Acceptor, words: list[str], now: float) -> None:
    of_value = {str(value): kind for kind, value in unit.notes.types().items()}
    unit.insert(unit.notes.note(of_value[choice(one(words), of_value)]), now)


def _ticket(unit: Acceptor, words: list[str], now: float) -> None:
    backwards = words[1:] == ["reversed"]
    digits = one(words[:1] if backwards else words)
    if not TICKET_NUMBER.fullmatch(digits):
        raise BadOrder(f"{digits}: a ticket has up to 24 digits")
    unit.insert(Paper(TICKET, digits[::-1] if backwards else digits), now)


# ---- the path --------------------------------------------------------------------------------------------------------


def _jam(unit: Acceptor, words: list[str], now: float) -> None:
    place = choice(one(words), (ACCEPTOR, STACKER))
    unit.trouble.jam = place
    under_way = unit.path.stage in (Stage.ACCEPTING, Stage.ESCROW, Stage.STACKING, Stage.RETURNING)
    if under_way and unit.path.memory.place == place:
        unit.path.jam(place, now)


def _free(unit: Acceptor, words: list[str], now: float) -> None:
    unit.free(choice(one(words), (HAND, BOX)), now)


def _cheat(unit: Acceptor, words: list[str], now: float) -> None:
    unit.cheat(bool(words and choice(one(words), ("pull",))), now)


def _stacker(unit: Acceptor, words: list[str], _: float) -> None:
    unit.move_stacker(choice(one(words), ("in", "out", "full")))


def _fault(unit: Acceptor, words: list[str], _: float) -> None:
    unit.fault = whole(one(words), 0, 255)


def _notes(unit: Acceptor, words: list[str], _: float) -> None:
    try:
        unit.notes = read_data_set(one(words))
    except ValueError as error:
        raise BadOrder(str(error)) from None


# ---- power -----------------------------------------------------------------------------------------------------------


def _power_cut(unit: Acceptor, words: list[str], now: float) -> None:
    length, *rest = words or [""]
    found = rest.pop() if rest and rest[-1] in (ACCEPTOR, STACKER, BOX, HAND) else None
    if rest:
        unit.trouble.cut = PowerCut(choice(one(rest), CUTS), seconds([length]), found)
    else:
        unit.cut_power(seconds([length]), now, found)


def _reboot(unit: Acceptor, words: list[str], now: float) -> None:
    exactly(words, 0)
    unit.cut_power(0.001, now)


# ---- the line --------------------------------------------------------------------------------------------------------


def counted(what: str, purpose: str) -> Order[Any]:
    """A misfortune that happens so often, once where nothing is said."""

    def follow(unit: Acceptor, words: list[str], _: float) -> None:
        setattr(unit.trouble, what, whole(one(words or ["1"]), 0, MOST))

    return Order("[N]", purpose, follow)


def _delay(unit: Acceptor, words: list[str], _: float) -> None:
    unit.trouble.delay = whole(one(words), 0, 60_000) / 1000


def _well(unit: Acceptor, words: list[str], _: float) -> None:
    exactly(words, 0)
    unit.trouble.end()


ORDERS: dict[str, Order[Any]] = {
    "insert": Order("TYPE | false", "put in a note of this type, or a false one", _insert),
    "note": Order("VALUE", "put in a note of this value", _note),
    "ticket": Order("NUMBER [reversed]", "put in a ticket, read forwards or backwards", _ticket),
    "jam": Order("acceptor | stacker", "the paper under way, or the next, sticks there until it is freed", _jam),
    "free": Order("hand | box", "clear a jam; the paper is in a person's hand, or was pushed into the box", _free),
    "cheat": Order("[pull]", "a fraud is noticed; pull: the paper, even the last stacked, is pulled out again", _cheat),
    "stacker": Order("in | out | full", "pull the box with all that is in it, put an empty one in, be full", _stacker),
    "slip": counted("slip", "give the next N papers back while they are being stacked"),
    "direct": counted("direct", "stack the next N papers without waiting in escrow"),
    "fault": Order("CODE", "self-check (ccTalk) or FAILURE (ID-003) says this; 0 is none", _fault),
    "notes": Order(
        "COUNTRY:VALUE,…", "have another data set: US:1,2,5,10,20,50,100; 0 is a type without a note", _notes
    ),
    "power-cut": Order(
        "SECONDS [MOMENT] [PLACE]",
        f"no power, now or from a moment on ({', '.join(CUTS)}); the paper slides to acceptor, stacker, box or hand",
        _power_cut,
    ),
    "reboot": Order("", "restart the firmware now", _reboot),
    "deaf": counted("deaf", "do not hear the next N requests"),
    "lose": counted("lose", "do not send the next N answers, though what was asked is done"),
    "double": counted("double", "send each of the next N answers twice"),
    "garble": counted("garble", "send the next N answers with a wrong bit"),
    "delay": Order("MILLISECONDS", "answer so much later from now on", _delay),
    **ON_ANY_LINE,
    "freeze": Order("SECONDS", "neither hear nor speak, nor move", freeze),
    "well": Order("", "end all that was ordered of the line and of the next papers", _well),
}


def describe(unit: Acceptor, now: float) -> dict[str, object]:
    """The acceptor at a glance, for `show`: where every paper is, and what the protocol adds."""
    memory = unit.path.memory
    return {
        "up": unit.is_up(now),
        "stage": unit.path.stage.value,
        "paper": memory.paper.name if memory.paper else None,
        "place": memory.place if memory.paper else None,
        "box": memory.box,
        "taken": memory.taken,
        "returned": memory.returned,
        "stacker": memory.stacker,
        "inserted": memory.inserted,
        **unit.glance(now),
    }


def follow(orders: Mapping[str, Order[Any]], unit: Acceptor, words: list[str], now: float) -> None:
    """Do as ordered, or BadOrder."""
    obey(orders, unit, words, now)
