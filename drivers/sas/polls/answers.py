"""What is answered to a poll, from the last committed image. An answer that cannot be true is none."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple

from config.sas import SasSettings
from controller.protocol.devices.sas import SasImage
from drivers.sas.codec import bcd, from_bcd, sealed
from drivers.sas.polls.meters import LONGEST, METERS, Figures

VERSION = "602"
THE_GAME = 1
WHOLE_MACHINE = 0
GAMES_ASKED = (WHOLE_MACHINE, THE_GAME)
"""Both are the same: one game is played here."""
NOT_IN_HAND_PAY, CANNOT, ENABLED = 0x02, 0x01, 0x00
WAS_RESET = ENABLED
BY_ATTENDANT = 0x00
CANCELLED_CREDITS, WIN = 0x80, 0x00
"""The level of a hand-pay: credits that are cashed out by hand, or a win that the house pays so, of no progressive of
the host's."""

WINS_METERED_WHEN_WON = 0x01
TICKETS_IN_DROP = 0x04
EXTENDED_METERS = 0x08
POLLED_EACH_40_MS = 0x01
FEATURES = bytes((WINS_METERED_WHEN_WON | TICKETS_IN_DROP | EXTENDED_METERS, POLLED_EACH_40_MS, 0, 0, 0))
"""All but the first byte."""


NOTHING_KNOWN: Mapping[str, int] = MappingProxyType({})


class AnswerPoll(NamedTuple):
    """A poll for an answer: what came after the command, and what there is to answer from."""

    data: bytes
    image: SasImage
    settings: SasSettings
    seconds: int
    """The machine's clock, UTC."""
    known: Mapping[str, int] = NOTHING_KNOWN
    """What the host has read by now and the image need not know yet: up to which serial."""

    def figures(self) -> Figures:
        """The meters of this address."""
        return Figures(self.image.meters, self.image.credits, self.settings.denomination, self.settings.unit)

    def game(self) -> bytes | None:
        """The number of the game asked for, as it came; None if there is no such game here."""
        number = self.data[:2]
        return number if from_bcd(number) in GAMES_ASKED else None


Answer = Callable[[AnswerPoll], bytes | None]
"""What follows on address and command, without the seal; None: silence."""


def meters(*codes: int) -> Answer:
    """These meters, one after the other."""
    return lambda asked: b"".join(asked.figures().told(code) for code in codes)


def games_since(asked: AnswerPoll) -> bytes:
    """Games since power-up and since the door was closed, of two digits less than elsewhere."""
    figures = asked.figures()
    return bcd(figures.value(0x25), 2) + bcd(figures.value(0x26), 2)


def totals(asked: AnswerPoll) -> bytes:
    """Poll 1C: eight meters, of which two are no code of polls 2F and 6F."""
    found = asked.image.meters
    front = meters(0x00, 0x01, 0x24, 0x02, 0x05, 0x06)(asked) or b""
    return front + bcd(found.get("door_openings:main", 0), 4) + bcd(found.get("power_ups", 0), 4)


def of_a_seat(answer: Answer) -> Answer:
    """Where one address is the whole table's, this is off."""
    return lambda asked: answer(asked) if asked.image.seat else None


def hand_pay(asked: AnswerPoll) -> bytes:
    """Poll 1B: what the seat waits for an attendant to pay, in cents; zeros where it waits for nothing."""
    amount = asked.image.hand_pay
    level = CANCELLED_CREDITS if amount and not asked.image.win else WIN
    return bytes((0, level)) + bcd(amount, 5) + bytes(2) + bytes((BY_ATTENDANT,)) + bytes(10)


def reset_method(asked: AnswerPoll) -> bytes:
    """Poll A8: credits that are paid by hand are paid by an attendant, and by nothing else."""
    if not asked.image.hand_pay:
        return bytes((NOT_IN_HAND_PAY,))
    return bytes((ENABLED if asked.data[0] == BY_ATTENDANT else CANNOT,))


def was_reset(asked: AnswerPoll) -> bytes:
    """Poll 94, done: the seat waits for nobody any more."""
    return bytes((CANNOT if asked.image.hand_pay else WAS_RESET,))


def not_reset(asked: AnswerPoll) -> bytes:
    """Poll 94, where it is off or nothing waits."""
    return bytes((CANNOT if asked.image.hand_pay else NOT_IN_HAND_PAY,))


def no_progressive_of_the_game(asked: AnswerPoll) -> bytes | None:
    """Poll 83: what this game has won of progressives; none is won here."""
    game = asked.game()
    return None if game is None else game + bytes(4)


def no_progressive_win(_asked: AnswerPoll) -> bytes:
    """Polls 84 and 85: group, level, amount of a win that waits; none does."""
    return bytes(7)


def no_progressive_wins(asked: AnswerPoll) -> bytes:
    """Poll 87: the same of several levels."""
    return bytes((2, asked.settings.progressive_group, 0))


def some_meters(asked: AnswerPoll) -> bytes | None:
    """Poll 2F: those of the codes asked for that are kept."""
    game, codes = asked.data[1:3], asked.data[3:]
    if from_bcd(game) not in GAMES_ASKED:
        return None
    figures = asked.figures()
    said = game + b"".join(bytes((code,)) + figures.told(code) for code in codes if code in METERS)
    return bytes((len(said),)) + said


def more_meters(asked: AnswerPoll) -> bytes | None:
    """Poll 6F: the same with codes of two bytes and the size of each; of one that is not kept the size is 0."""
    game, codes = asked.data[1:3], asked.data[3:]
    if from_bcd(game) not in GAMES_ASKED or len(codes) % 2:
        return None
    figures = asked.figures()
    said = game + b"".join(_extended(code, figures) for code in _pairs(codes))
    return bytes((len(said),)) + said


def _pairs(codes: bytes) -> Iterator[bytes]:
    return (codes[start : start + 2] for start in range(0, len(codes), 2))


def _extended(code: bytes, figures: Figures) -> bytes:
    number = int.from_bytes(code, "little")
    if number not in METERS:
        return code + b"\x00"
    digits = bcd(figures.value(number), LONGEST)
    return code + bytes((LONGEST,)) + digits


def games(_asked: AnswerPoll) -> bytes:
    """Poll 51: how many games there are."""
    return bcd(1, 2)


def of_the_game(asked: AnswerPoll) -> bytes | None:
    """Poll 52: coin in, coin out, jackpot, games played."""
    game = asked.game()
    return None if game is None else game + (meters(0x00, 0x01, 0x02, 0x05)(asked) or b"")


def configuration(asked: AnswerPoll) -> bytes | None:
    """Poll 53: what the game is called, and in what it counts."""
    game = asked.game()
    return None if game is None else game + machine(asked)


def machine(asked: AnswerPoll) -> bytes:
    """Poll 1F: the same of the whole machine."""
    told = asked.settings
    names = (told.game_id + told.additional_id).encode()
    middle = bytes((told.denomination_code, told.max_bet, told.progressive_group, 0, 0))
    return names + middle + (told.paytable + told.base_percent).encode()


def who(asked: AnswerPoll) -> bytes:
    """Poll 54: the version of SAS, and the machine's serial number."""
    said = (VERSION + asked.settings.serial).encode()
    return bytes((len(said),)) + said


def selected(_asked: AnswerPoll) -> bytes:
    """Poll 55: the game that is played."""
    return bcd(THE_GAME, 2)


def enabled(asked: AnswerPoll) -> bytes:
    """Poll 56: the games that can be played."""
    found = b"" if asked.image.disabled else bcd(THE_GAME, 2)
    said = bytes((len(found) // 2,)) + found
    return bytes((len(said),)) + said


def clock(asked: AnswerPoll) -> bytes:
    """Poll 7E: date and time of the house, month first."""
    now = datetime.fromtimestamp(asked.seconds + asked.image.clock, UTC) + timedelta(minutes=asked.image.zone)
    return bytes.fromhex(now.strftime("%m%d%Y%H%M%S"))


def ahead(asked: AnswerPoll) -> int | None:
    """By how much the time of poll 7F is ahead of the machine's clock; None if it is no time."""
    digits = asked.data.hex()
    try:
        local = datetime.strptime(digits, "%m%d%Y%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None
    return int(local.timestamp()) - 60 * asked.image.zone - asked.seconds


def whole(address: int, command: int, said: bytes) -> bytes:
    """An answer with its head and its seal."""
    return sealed(bytes((address, command)) + said)
