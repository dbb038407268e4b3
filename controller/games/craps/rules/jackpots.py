"""What wins a progressive jackpot at craps, and which wagers may: one roll for one-roll wagers, the hand for those that
live on it."""

from collections.abc import Iterator, Mapping, Sequence

from config.jackpots import Jackpot
from controller.games.book import wrong
from controller.games.craps.rules.bets import BETS, KINDS
from controller.games.craps.rules.dice import ALL_ROLLS, PAIRS, Dice, pair_name
from controller.games.craps.rules.kinds import Kind

ROLL, HAND, FIRE = "roll", "hand", "fire"
TRIGGERS = (ROLL, HAND, FIRE)
PAIR_NAMES = tuple(pair_name(pair) for pair in PAIRS)
MOST_ROLLS = 1000
MOST_POINTS = 6
WHOLE_HAND = ("hot_shooter", "fire")
"""What is decided by the seven-out alone, and so has a part in all of the hand."""


def decided_by_one_roll(kind: Kind) -> bool:
    """Whether any roll decides it."""
    decides = kind.decides
    return decides is not None and all(
        decides(bet, point, dice) is not None for bet in kind.bets() for point in (None, 6) for dice in ALL_ROLLS
    )


def spots_of(jackpot: Jackpot) -> Iterator[str]:
    """Every spot that feeds it: those of a kind, or one by its own name."""
    for named in jackpot.bets:
        yield from (bet.name for bet in KINDS[named].bets()) if named in KINDS else (named,)


def has_hit(jackpot: Jackpot, dice: Dice, rolls: int, points: tuple[int, int]) -> bool:
    """Whether this roll wins it: the hand's count with it, and how many points were made before and after it."""
    (what, of), *_ = jackpot.trigger.items()
    match what:
        case "roll":
            return pair_name(dice) == of
        case "hand":
            return rolls == of
    before, after = points
    return before < int(of) <= after


def check_jackpots(jackpots: Mapping[str, Jackpot], offered: Sequence[str]) -> None:
    """Whatever of them makes no sense."""
    for name, jackpot in jackpots.items():
        where = f"jackpots.{name}"
        _check_trigger(f"{where}.trigger", jackpot)
        for named in jackpot.bets:
            kind = KINDS.get(named) or (BETS[named].kind if named in BETS else None)
            if kind is None or kind.pattern not in offered:
                wrong(f"{where}.bets", f"names {named[:40]}, which this book does not offer")
            if ROLL in jackpot.trigger and not decided_by_one_roll(kind):
                wrong(f"{where}.bets", f"names {named}; a chosen roll is for wagers that one roll decides")
            if ROLL not in jackpot.trigger and kind.pattern not in WHOLE_HAND:
                wrong(f"{where}.bets", f"names {named}; a hand is for {' and '.join(WHOLE_HAND)}")


def _check_trigger(where: str, jackpot: Jackpot) -> None:
    (what, of), *_ = jackpot.trigger.items()
    if what not in TRIGGERS:
        wrong(where, f"names {what[:40]}; there is {', '.join(TRIGGERS)}")
    if what == ROLL:
        if of not in PAIR_NAMES:
            wrong(f"{where}.roll", f"must be a pair of dice, such as {PAIR_NAMES[-1]}, found {of}")
        return
    most = MOST_ROLLS if what == HAND else MOST_POINTS
    if type(of) is not int or not 1 <= of <= most:
        wrong(f"{where}.{what}", f"must be a count from 1 to {most}, found {of}")
