"""What every bet returns, worked out by hand.

Nothing here comes from the machine: the pays are typed from the printed rules, the chances are counted on two dice.
Each form says how it comes about. `W` is how many of the 36 rolls show a total.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

W = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
POINTS = (4, 5, 6, 8, 9, 10)
PLACE = {
    4: Fraction(9, 5),
    5: Fraction(7, 5),
    6: Fraction(7, 6),
    8: Fraction(7, 6),
    9: Fraction(7, 5),
    10: Fraction(9, 5),
}
PLACE |= {2: Fraction(11, 2), 3: Fraction(11, 4), 11: Fraction(11, 4), 12: Fraction(11, 2)}
"""The last four are points in crapless craps alone; buy bets on them are fair as the others are."""
PLACE_TO_LOSE = {
    4: Fraction(5, 11),
    5: Fraction(5, 8),
    6: Fraction(4, 5),
    8: Fraction(4, 5),
    9: Fraction(5, 8),
    10: Fraction(5, 11),
}
FIELD = {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2}
HARD = {4: Fraction(7), 6: Fraction(9), 8: Fraction(9), 10: Fraction(7)}
HORN = {2: Fraction(30), 3: Fraction(15), 11: Fraction(15), 12: Fraction(30)}
C_AND_E = {2: Fraction(3), 3: Fraction(3), 12: Fraction(3), 11: Fraction(7)}
HOT_SHOOTER = {8: 1, 16: 3, 24: 5, 32: 7, 40: 12, 45: 30, 51: 100}
FIRE = {"A": {4: 24, 5: 249, 6: 999}, "B": {4: 39, 5: 199, 6: 499}}

DOUBLES = {3: 4, 4: 8, 5: 15, 6: 100}
REPEATER = {2: (2, 40), 3: (3, 50), 4: (4, 65), 5: (5, 80), 6: (6, 90)}
"""Number → how often it has to come, and what that pays; 8 to 12 the same from the other side."""
REPLAY = {3: {4: 120, 5: 95, 6: 70, 8: 70, 9: 95, 10: 120}, 4: {4: 1000, 5: 500, 6: 100, 8: 100, 9: 500, 10: 1000}}

LOW_HIGH = {
    Fraction(4): (6, 8),
    Fraction(7): (10, 14),
    Fraction(9): (13, 18),
    Fraction(15): (22, 30),
    Fraction(30): (45, 60),
    Fraction(3): (4, 6),
}
"""The Power Odds chart: what a bet pays without a draw → with a low one and with a high one."""


@dataclass(frozen=True)
class House:
    """What a book or its operator decides."""

    chance: Fraction = Fraction(0)
    high: Fraction = Fraction(0)
    vigorish: str = ""
    """How the commission of buy and lay is taken."""
    rate: Fraction = Fraction(1, 20)
    fire_table: str = "A"
    field_twelve: int = 2
    crapless: bool = False

    def power(self, odds: Fraction) -> Fraction:
        """The mean of what is paid at the three levels."""
        low, high = LOW_HIGH[odds]
        return (1 - self.chance) * odds + self.chance * ((1 - self.high) * low + self.high * high)


def edge(bet: str, house: House) -> Fraction:
    """The house edge of a bet by its name."""
    kind, _, which = bet.partition(":")
    number = int(which) if which.isdigit() else 0
    if kind in ("pass_line", "come"):
        return 1 - 2 * (line_won_crapless() if house.crapless else line_won())
    if kind in ("dont_pass", "dont_come"):
        return 1 - 2 * (1 - line_won() - Fraction(1, 36)) - Fraction(1, 36)  # the twelve is neither won nor lost
    if kind.endswith("_odds"):
        return Fraction(0)
    if kind in ("place", "buy", "lay", "place_to_lose", "big"):
        return _number(kind, number, house)
    if kind == "hard":  # one pair wins; six sevens and the easy ways lose
        lost = 6 + W[number] - 1
        return (lost - house.power(HARD[number])) / (lost + 1)
    if kind == "repeater":
        times, odds = REPEATER[min(number, 14 - number)]
        return 1 - times_before_seven(number, times) * (odds + 1)
    if kind == "hop":
        alike = which[0] == which[2]
        return _one_roll(1 if alike else 2, house.power(Fraction(30 if alike else 15)))
    return _props(kind, number, house) if kind not in _HAND else _HAND[kind](house)


def line_won() -> Fraction:
    """Seven and eleven at once; a point before the seven."""
    return Fraction(8, 36) + sum(Fraction(W[p], 36) * Fraction(W[p], W[p] + 6) for p in POINTS)


def line_won_crapless() -> Fraction:
    """Seven at once; any other number before the seven."""
    return Fraction(6, 36) + sum(Fraction(ways, 36) * Fraction(ways, ways + 6) for p, ways in W.items() if p != 7)


def _number(kind: str, n: int, house: House) -> Fraction:
    """The number against the seven: `W[n]` rolls to 6."""
    if kind == "place":
        return _right(n, PLACE[n])
    if kind == "big":
        return _right(n, Fraction(1))
    if kind == "place_to_lose":
        return _wrong(n, PLACE_TO_LOSE[n])
    true, rate = (Fraction(6, W[n]) if kind == "buy" else Fraction(W[n], 6)), house.rate
    against = _right if kind == "buy" else _wrong
    match house.vigorish:
        case "electronic":  # off the win: 5 % of the stake for buy, 5 % of the win for lay
            return against(n, true - rate if kind == "buy" else true * (1 - rate))
        case "mbs":  # up front: 5 % of the stake for buy, 5 % of the win for lay; the wager itself is fair
            up_front = rate if kind == "buy" else rate * true
            return up_front / (1 + up_front)
        case "at_placement":
            return rate / (1 + rate)
        case _:
            return against(n, true - rate)


def _right(n: int, odds: Fraction) -> Fraction:
    return (6 - W[n] * odds) / (W[n] + 6)


def _wrong(n: int, odds: Fraction) -> Fraction:
    return (W[n] - 6 * odds) / (W[n] + 6)


def _one_roll(ways: int, odds: Fraction) -> Fraction:
    """`ways` of 36 rolls win `odds`, the others lose."""
    return (36 - ways - ways * odds) / Fraction(36)


def _props(kind: str, n: int, house: House) -> Fraction:
    horn = {number: house.power(odds) for number, odds in HORN.items()}
    each = {number: _one_roll(W[number], odds) for number, odds in horn.items()}
    match kind:
        case "field":
            pays = FIELD | {12: house.field_twelve}
            return Fraction(sum(ways for total, ways in W.items() if total not in pays)) / 36 - sum(
                Fraction(W[total], 36) * odds for total, odds in pays.items()
            )
        case "any_seven":
            return _one_roll(6, house.power(Fraction(4)))
        case "any_craps" | "c":
            return _one_roll(4, house.power(Fraction(7)))
        case "e":
            return _one_roll(2, house.power(Fraction(15)))
        case "c_and_e":
            return Fraction(30, 36) - sum(Fraction(W[total], 36) * house.power(odds) for total, odds in C_AND_E.items())
        case "horn" if n:
            return each[n]
        case "horn":  # a quarter on each: the mean of the four
            return sum(each.values(), Fraction(0)) / 4
        case "horn_high":  # five wagers, two of them on the same number
            return (sum(each.values(), Fraction(0)) + each[n]) / 5
        case "whirl":
            return (sum(each.values(), Fraction(0)) + _one_roll(6, Fraction(4))) / 5
        case "six_seven_eight":  # 14 rolls at evens, the two pairs at 2 to 1
            return Fraction(20 - 14 - 2 * 2, 36)
    raise AssertionError(f"no closed form for {kind}")


# ---- the hand ---------------------------------------------------------------------------------------------------


@cache
def hand(rolls: int) -> Fraction:
    """P(hand ≥ rolls), by the four states of Ethier and Hoppe: come-out, and a point of 4 or 10, 5 or 9, 6 or 8."""
    alive = [Fraction(1), Fraction(0), Fraction(0), Fraction(0)]
    for _ in range(max(rolls - 1, 0)):
        come_out, *points = alive
        back = sum((Fraction(ways, 36) * share for ways, share in zip((3, 4, 5), points, strict=True)), Fraction(0))
        stays = [Fraction(30 - ways, 36) * share for ways, share in zip((3, 4, 5), points, strict=True)]
        alive = [
            Fraction(12, 36) * come_out + back,
            *(share + Fraction(2 * ways, 36) * come_out for ways, share in zip((3, 4, 5), stays, strict=True)),
        ]
    return sum(alive, Fraction(0))


def _hot_shooter(_house: House) -> Fraction:
    """Each rung adds the step from the prize below it, for every hand that lasts so long."""
    steps = zip(HOT_SHOOTER.items(), [0, *HOT_SHOOTER.values()], strict=False)
    return 1 - sum(((times - below) * hand(rolls) for (rolls, times), below in steps), Fraction(0))


def fire(points: int) -> Fraction:
    """P(exactly so many different points made).

    A come-out that sets a point leads to point p made (w/24 × w/(w+6)) or to the seven-out. All points made lie in M
    when the seven-out comes before any point outside M; inclusion and exclusion over M leave the exact sets.
    """
    made = {p: Fraction(W[p], 24) * Fraction(W[p], W[p] + 6) for p in POINTS}
    out = 1 - sum(made.values())

    def within(inside: Iterable[int]) -> Fraction:
        return out / (out + sum((made[p] for p in POINTS if p not in inside), Fraction(0)))

    exactly = Fraction(0)
    for exact in combinations(POINTS, points):
        for size in range(points + 1):
            for inside in combinations(exact, size):
                exactly += (-1) ** (points - size) * within(inside)
    return exactly


def _fire(house: House) -> Fraction:
    return 1 - sum((fire(points) * (odds + 1) for points, odds in FIRE[house.fire_table].items()), Fraction(0))


def before_seven(*totals: int) -> Fraction:
    """P(all these totals before a seven): inclusion and exclusion over those that are missing when it comes."""
    chance = Fraction(0)
    for size in range(len(totals) + 1):
        for missing in combinations(totals, size):
            chance += (-1) ** size * Fraction(6, 6 + sum(W[total] for total in missing))
    return chance


def times_before_seven(number: int, times: int) -> Fraction:
    """P(the number so many times before a seven): each time anew, its rolls against six."""
    return Fraction(W[number], W[number] + 6) ** times


def doubles(pairs: int) -> Fraction:
    """P(exactly so many different pairs before a seven): after k of them 6 - k rolls bring another, six the seven."""
    chance = Fraction(1)
    for have in range(pairs):
        chance *= Fraction(6 - have, 12 - have)
    return chance * Fraction(6, 12 - pairs)


def _different_doubles(_house: House) -> Fraction:
    return 1 - sum((doubles(pairs) * (odds + 1) for pairs, odds in DOUBLES.items()), Fraction(0))


def replay(prize: int) -> Fraction:
    """P(this is the best prize): the prizes at most this one, less those below it."""
    below = max((odds for pays in REPLAY.values() for odds in pays.values() if odds < prize), default=0)
    return _no_better(prize) - _no_better(below)


@cache
def _no_better(prize: int) -> Fraction:
    """P(at the seven-out no point has been made often enough for more than this prize).

    The points are made in some order, each next one p with the chance w/24 × w/(w+6), until the hand ends. So a hand
    with n_p of each has the chance out × Π (chance of p)^n_p, as often as its points can be put in order. They are put
    in one by one: n more among m that are there in (m + n choose n) ways.
    """
    made = {p: Fraction(W[p], 24) * Fraction(W[p], W[p] + 6) for p in POINTS}
    out = 1 - sum(made.values(), Fraction(0))
    bounds = {p: min((times for times, pays in REPLAY.items() if pays[p] > prize), default=None) for p in POINTS}
    out /= out + sum(
        (made[p] for p, bound in bounds.items() if bound), Fraction(0)
    )  # points without a bound are as if not thrown
    whole = 1 - sum((made[p] for p, bound in bounds.items() if not bound), Fraction(0))
    rows = {0: Fraction(1)}
    for p, bound in bounds.items():
        after: dict[int, Fraction] = {}
        for there, chance in rows.items():
            for more in range(bound or 1):
                share = chance * comb(there + more, more) * Fraction((made[p] / whole) ** more)
                after[there + more] = after.get(there + more, Fraction(0)) + share
        rows = after
    return out * sum(rows.values(), Fraction(0))


def _replay(_house: House) -> Fraction:
    prizes = {odds for pays in REPLAY.values() for odds in pays.values()}
    return 1 - sum((replay(prize) * (prize + 1) for prize in prizes), Fraction(0))


SMALL, TALL = (2, 3, 4, 5, 6), (8, 9, 10, 11, 12)

_HAND: dict[str, Callable[[House], Fraction]] = {
    "hot_shooter": _hot_shooter,
    "fire": _fire,
    "all_small": lambda _house: 1 - 35 * before_seven(*SMALL),
    "all_tall": lambda _house: 1 - 35 * before_seven(*TALL),
    "all_or_nothing": lambda _house: 1 - 176 * before_seven(*SMALL, *TALL),
    "replay": _replay,
    "different_doubles": _different_doubles,
}
