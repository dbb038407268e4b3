"""Orders about the line and about who the unit is: those of any unit, and more where its trouble is of frames."""

from typing import Any, Protocol

from tools.emulators.common.orders import BadOrder, Order, exactly, number, one, seconds, whole
from tools.emulators.common.orders import choice as among
from tools.emulators.common.trouble import FrameTrouble

MOST_FRAMES = 1_000_000


class Talker(Protocol):
    """What these orders ask of a unit."""

    trouble: FrameTrouble
    serial: int
    model: str


def count(words: list[str]) -> int:
    """How often: once where nothing is said."""
    return whole(one(words or ["1"]), 0, 1000)


def _serial(unit: Talker, words: list[str], _: float) -> None:
    unit.serial = whole(one(words), 0, 2**32 - 1)


def _model(unit: Talker, words: list[str], _: float) -> None:
    model = one(words)
    if not model.isascii() or len(model) > 8:
        raise BadOrder(f"{model}: a model is up to 8 ASCII characters")
    unit.model = model


def _version(unit: Talker, words: list[str], _: float) -> None:
    unit.trouble.protocol = whole(one(words), 0, 255)


def _state(unit: Talker, words: list[str], _: float) -> None:
    unit.trouble.state = whole(one(words), 0, 255)


def _refuse(unit: Talker, words: list[str], _: float) -> None:
    unit.trouble.verdict = whole(one(words), 0, 255)


def _to_frames(what: str, sent: tuple[str, ...]) -> Order[Talker]:
    def follow(unit: Talker, words: list[str], _: float) -> None:
        sort, often = exactly(words, 2)
        setattr(unit.trouble.sent[among(sort, sent)], what, whole(often, 0, MOST_FRAMES))

    return Order("WHAT N", f"{what} the next N frames of a sort, repeats counted: {', '.join(sent)}", follow)


def _delay(unit: Talker, words: list[str], _: float) -> None:
    sort, milliseconds = exactly(words, 2)
    unit.trouble.sent[among(sort, unit.trouble.sent)].delay = whole(milliseconds, 0, 60_000) / 1000


def _flip(unit: Talker, words: list[str], _: float) -> None:
    unit.trouble.flip_rate = number(one(words), 0.0, 1.0)


def _babble(unit: Talker, words: list[str], now: float) -> None:
    unit.trouble.babble_until = now + seconds(words)
    unit.trouble.next_noise = now


def freeze(unit: Talker, words: list[str], now: float) -> None:
    unit.trouble.frozen_until = now + seconds(words)


ON_ANY_LINE: dict[str, Order[Any]] = {
    "flip": Order("RATE", "flip a bit in each byte with this chance, both ways", _flip),
    "babble": Order("SECONDS", "noise on the line between the frames", _babble),
    "freeze": Order("SECONDS", "neither hear nor speak", freeze),
}
WHO_IT_IS: dict[str, Order[Any]] = {
    "serial": Order("N", "be the unit with another serial number", _serial),
    "model": Order("NAME", "be a unit of another model", _model),
    "version": Order("N", "speak another protocol version", _version),
}


def line_orders(sent: tuple[str, ...], asked: str) -> dict[str, Order[Any]]:
    """These orders; `sent` is what the unit sends by name, `asked` the request that `refuse` is about."""
    return {
        "refuse": Order("VERDICT", f"answer the next {asked} so, and do nothing", _refuse),
        "state": Order("N", "STATUS tells this state, whatever is so", _state),
        **WHO_IT_IS,
        "lose": _to_frames("lose", sent),
        "double": _to_frames("double", sent),
        "garble": _to_frames("garble", sent),
        "delay": Order("WHAT MILLISECONDS", "frames of this sort come so much later from now on", _delay),
        **ON_ANY_LINE,
    }
