"""The rule books as data: what each offers, pays and allows.

`E` is electronic-craps, `S` mbs-craps-v3, `M` maryland-36-05-05-craps, `A` the american one, `C` the crapless one; a
bare number is a section of rules.md. Written from the books and rules.md alone, so that a slip in the machine's own
tables shows up as a difference.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

Dice = tuple[int, int]

POINTS = (4, 5, 6, 8, 9, 10)
ALL_BUT_SEVEN = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)  # C: its points
SMALL = frozenset({2, 3, 4, 5, 6})
TALL = frozenset({8, 9, 10, 11, 12})

# True odds (E6 E10 E18, S4.2 S4.4 S4.7, M.05G) and their reverse for laying (E12 E15 E20, S4.3 S4.5 S4.8).
TRUE_ODDS = {
    4: Fraction(2),
    5: Fraction(3, 2),
    6: Fraction(6, 5),
    8: Fraction(6, 5),
    9: Fraction(3, 2),
    10: Fraction(2),
    2: Fraction(6),
    3: Fraction(3),
    11: Fraction(3),
    12: Fraction(6),
}
LAY_ODDS = {number: 1 / odds for number, odds in TRUE_ODDS.items()}
PLACE_ODDS = {  # E17, S4.6, M.05A
    4: Fraction(9, 5),
    5: Fraction(7, 5),
    6: Fraction(7, 6),
    8: Fraction(7, 6),
    9: Fraction(7, 5),
    10: Fraction(9, 5),
    2: Fraction(11, 2),  # C
    3: Fraction(11, 4),
    11: Fraction(11, 4),
    12: Fraction(11, 2),
}
PLACE_TO_LOSE_ODDS = {  # E19, M.05A
    4: Fraction(5, 11),
    5: Fraction(5, 8),
    6: Fraction(4, 5),
    8: Fraction(4, 5),
    9: Fraction(5, 8),
    10: Fraction(5, 11),
}
EVEN_MONEY = dict.fromkeys(ALL_BUT_SEVEN, Fraction(1))

# Wagers that wait for their number (right) or for the seven (wrong), and what they pay on it.
WINS_ON_NUMBER: Mapping[str, Mapping[int, Fraction]] = {
    "pass_line": EVEN_MONEY,
    "come": EVEN_MONEY,
    "big": EVEN_MONEY,
    "pass_odds": TRUE_ODDS,
    "come_odds": TRUE_ODDS,
    "buy": TRUE_ODDS,
    "place": PLACE_ODDS,
}
WINS_ON_SEVEN: Mapping[str, Mapping[int, Fraction]] = {
    "dont_pass": EVEN_MONEY,
    "dont_come": EVEN_MONEY,
    "dont_odds": LAY_ODDS,
    "dont_come_odds": LAY_ODDS,
    "lay": LAY_ODDS,
    "place_to_lose": PLACE_TO_LOSE_ODDS,
}
HARD_PRICE = {4: 7, 6: 9, 8: 9, 10: 7}  # E16 (its "20" is 10, rules 3), S4.9, M.05A

# One-roll wagers: total -> price to one. A wager not named here is composite or looks at the single dice.
SINGLE_PRICE = {2: 30, 3: 15, 11: 15, 12: 30}
ANY_SEVEN = {7: 4}
ONE_ROLL: Mapping[str, Mapping[int, int]] = {
    "field": {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2},
    "any_seven": ANY_SEVEN,
    "any_craps": {2: 7, 3: 7, 12: 7},
    "c": {2: 7, 3: 7, 12: 7},
    "e": {11: 15},
    "c_and_e": {2: 3, 3: 3, 12: 3, 11: 7},
}
HOP_HARD, HOP_EASY = 30, 15

# E34d: the chart gives the same pair of figures wherever the book's own price is the same.
POWER_PRICE = {
    3: {"low": 4, "high": 6},
    4: {"low": 6, "high": 8},
    7: {"low": 10, "high": 14},
    9: {"low": 13, "high": 18},
    15: {"low": 22, "high": 30},
    30: {"low": 45, "high": 60},
}
POWER_KINDS = frozenset({"any_craps", "c", "any_seven", "e", "hop", "horn", "c_and_e", "hard"})

# 7: hot shooter, first roll count of each rung and what it pays for one.
HOT_SHOOTER_LADDER = ((51, 100), (45, 30), (40, 12), (32, 7), (24, 5), (16, 3), (8, 1))
HOT_SHOOTER_LIMITS = (100, 100_000)
HOT_SHOOTER_CREDITS = 3
FIRE_TABLES = {"A": {4: 24, 5: 249, 6: 999}, "B": {4: 39, 5: 199, 6: 499}}  # M.05F
BONUS = {"all_small": (SMALL, 34), "all_tall": (TALL, 34), "all_or_nothing": (SMALL | TALL, 175)}  # M.05H

# 7, A: how often one point has to be made and what that pays; pairs before a seven; how often a number has to come.
REPLAY = {
    3: {4: 120, 5: 95, 6: 70, 8: 70, 9: 95, 10: 120},
    4: {4: 1000, 5: 500, 6: 100, 8: 100, 9: 500, 10: 1000},
}
DOUBLES = {3: 4, 4: 8, 5: 15, 6: 100}
REPEATER = {
    2: (2, 40),
    3: (3, 50),
    4: (4, 65),
    5: (5, 80),
    6: (6, 90),
    8: (6, 90),
    9: (5, 80),
    10: (4, 65),
    11: (3, 50),
    12: (2, 40),
}

HAND_LONG = frozenset({"hot_shooter", "fire", *BONUS, "replay", "different_doubles", "repeater"})
LINE_BETS = ("pass_line", "dont_pass")
BASE_OF_ODDS = {
    "pass_odds": "pass_line",
    "dont_odds": "dont_pass",
    "come_odds": "come",
    "dont_come_odds": "dont_come",
}

DEFAULT_LIMITS = {"min": 100, "max": 500_000, "step": 100}  # 1
DEFAULT_SETTINGS = {
    "limits": DEFAULT_LIMITS,
    "denomination": 100,
    "vigorish": "at_placement",
    "vigorish_rate": Fraction(5, 100),
    "fire_table": "A",
    "free_odds": False,
}


@dataclass(frozen=True)
class Book:
    """One rule book; every field names the decision it carries."""

    name: str
    bets: frozenset[str]
    # 7, C: what a come-out sets; with all of them there are no craps.
    points: tuple[int, ...]
    # 4: kinds that cannot be reduced once their own point stands.
    contract: frozenset[str]
    # 4, S1.1.4: contract wagers that stand may be raised.
    raises_contract: bool
    # 4, E5f E9f E21: (these bets, never with those bets) for one player; travelled come bets do not block.
    enemies: tuple[tuple[frozenset[str], frozenset[str]], ...]
    # 4: E and A tie odds to their base, so many times by number; S and M know the table maximum only.
    odds_times: Mapping[int, int] | None
    # 4: whether odds on don't pass, too, may be so many times the base divided by their odds.
    dont_odds_divided: bool
    # 4: kind -> (multiple, counted in table steps rather than in currency units).
    units: Mapping[str, tuple[int, bool]]
    # 5: kinds that take an ON/OFF call, and those of them that are off on a come-out unless called on.
    callable: frozenset[str]
    off_on_come_out: frozenset[str]
    # 5, E4: kinds whose chips turn OFF by themselves when a point is made.
    auto_off: frozenset[str]
    # 6, E32: kinds that stay after every win.
    continuing: frozenset[str]
    # 6: a 12 on the first roll leaves a don't bet where it is.
    twelve_stays: bool
    # 6: 5 % of a buy's stake and of a lay's win come off the win.
    commission_on_win: bool
    field_twelve: int
    # 8: E35g rotates after an established point too, and E35f lets a come:N shoot.
    electronic_shooter: bool
    power_odds: bool


def numbered(kind: str, numbers: Iterable[int]) -> set[str]:
    """Names of one kind on several numbers."""
    return {f"{kind}:{number}" for number in numbers}


def split(bet: str) -> tuple[str, int | None]:
    """Kind and number of a known bet; a hop has a pair instead of a number, see `hop_pair`."""
    kind, _, rest = bet.partition(":")
    return (kind, int(rest)) if rest.isdigit() else (kind, None)


def hop_pair(bet: str) -> Dice:
    """The two dice a hop bet waits for, lower one first."""
    first, second = bet.removeprefix("hop:").split("-")
    return int(first), int(second)


ALL_HOPS = {f"hop:{a}-{b}" for a in range(1, 7) for b in range(a, 7)}
# 3, M.03A(22)-(38): the pairs that already are craps two, three, twelve and eleven are not listed.
MARYLAND_HOPS = ALL_HOPS - {"hop:1-1", "hop:1-2", "hop:5-6", "hop:6-6"}
COMMON_ODDS = {"pass_odds", "dont_odds"} | numbered("come_odds", POINTS) | numbered("dont_come_odds", POINTS)
ODDS_BETS = COMMON_ODDS | numbered("come_odds", ALL_BUT_SEVEN)
COMMON = (
    {"pass_line", "dont_pass", "come", "dont_come", "field", "any_seven", "any_craps", "c_and_e", "horn"}
    | numbered("come", POINTS)
    | numbered("dont_come", POINTS)
    | numbered("place", POINTS)
    | numbered("buy", POINTS)
    | numbered("lay", POINTS)
    | numbered("hard", HARD_PRICE)
    | numbered("horn", SINGLE_PRICE)
    | COMMON_ODDS
)
PLACE_TO_LOSE_BETS = numbered("place_to_lose", POINTS)
HORN_HIGH_BETS = numbered("horn_high", SINGLE_PRICE)

ELECTRONIC = Book(
    name="electronic",
    bets=frozenset(COMMON | PLACE_TO_LOSE_BETS | ALL_HOPS | numbered("big", (6, 8)) | {"c", "e", "hot_shooter"}),
    points=POINTS,
    contract=frozenset({"pass_line", "come", "dont_pass", "dont_come"}),
    raises_contract=False,
    enemies=(
        (frozenset({"pass_line"}), frozenset({"dont_pass"})),
        (frozenset({"come"}), frozenset({"dont_come"})),
        (
            frozenset(numbered("place", POINTS) | numbered("buy", POINTS)),
            frozenset(numbered("lay", POINTS) | PLACE_TO_LOSE_BETS),
        ),
    ),
    odds_times=dict.fromkeys(POINTS, 2),
    dont_odds_divided=False,
    units={"horn": (4, False)},
    callable=frozenset(),
    off_on_come_out=frozenset(),
    auto_off=frozenset({"come_odds", "place", "buy", "hard", "big"}),
    continuing=frozenset(
        {"pass_line", "place", "buy", "hard", "field", "lay", "place_to_lose", "any_craps", "any_seven"}
        | {"c", "e", "c_and_e", "horn", "hop", "big"}
    ),
    twelve_stays=True,
    commission_on_win=True,
    field_twelve=2,
    electronic_shooter=True,
    power_odds=True,
)

SINGAPORE = Book(
    name="mbs_v3",
    bets=frozenset(COMMON | HORN_HIGH_BETS),
    points=POINTS,
    contract=frozenset({"pass_line", "come"}),
    raises_contract=True,
    enemies=(),
    odds_times=None,
    dont_odds_divided=False,
    units={"horn": (4, True), "horn_high": (5, True)},
    callable=frozenset({"place", "buy", "hard", "come_odds", "lay"}),
    off_on_come_out=frozenset({"place", "buy", "hard", "come_odds"}),
    auto_off=frozenset(),
    continuing=frozenset(),
    twelve_stays=True,
    commission_on_win=False,
    field_twelve=2,
    electronic_shooter=False,
    power_odds=False,
)

MARYLAND = Book(
    name="maryland",
    bets=frozenset(
        COMMON
        | PLACE_TO_LOSE_BETS
        | HORN_HIGH_BETS
        | MARYLAND_HOPS
        | {"whirl", "six_seven_eight", "fire"}
        | BONUS.keys()
    ),
    points=POINTS,
    contract=frozenset({"pass_line", "come"}),
    raises_contract=False,
    enemies=(),
    odds_times=None,
    dont_odds_divided=False,
    units={"horn": (4, True), "horn_high": (5, True), "whirl": (5, True), "c_and_e": (2, False)},
    callable=frozenset({"place", "buy", "hard", "place_to_lose", "lay"}),
    off_on_come_out=frozenset({"place", "buy", "hard", "place_to_lose"}),
    auto_off=frozenset(),
    continuing=frozenset(),
    twelve_stays=False,
    commission_on_win=False,
    field_twelve=2,
    electronic_shooter=False,
    power_odds=False,
)

AMERICAN = Book(
    name="american",
    bets=frozenset(COMMON | {"replay", "different_doubles"} | numbered("repeater", REPEATER)),
    points=POINTS,
    contract=frozenset({"pass_line", "come"}),
    raises_contract=False,
    enemies=(),
    odds_times={4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3},
    dont_odds_divided=True,
    units={"horn": (4, True), "c_and_e": (2, False)},
    callable=frozenset({"place", "buy", "hard", "come_odds", "lay"}),
    off_on_come_out=frozenset({"place", "buy", "hard", "come_odds"}),
    auto_off=frozenset(),
    continuing=frozenset(),
    twelve_stays=True,
    commission_on_win=True,
    field_twelve=3,
    electronic_shooter=False,
    power_odds=False,
)

CRAPLESS = Book(
    name="crapless",
    bets=frozenset(
        {"pass_line", "pass_odds", "come", "field", "any_seven", "any_craps", "c_and_e", "horn", "different_doubles"}
        | numbered("come", ALL_BUT_SEVEN)
        | numbered("come_odds", ALL_BUT_SEVEN)
        | numbered("place", ALL_BUT_SEVEN)
        | numbered("buy", ALL_BUT_SEVEN)
        | numbered("hard", HARD_PRICE)
        | numbered("horn", SINGLE_PRICE)
        | numbered("repeater", REPEATER)
        | BONUS.keys()
    ),
    points=ALL_BUT_SEVEN,
    contract=frozenset({"pass_line", "come"}),
    raises_contract=False,
    enemies=(),
    odds_times={2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1},
    dont_odds_divided=False,
    units={"horn": (4, True), "c_and_e": (2, False)},
    callable=frozenset({"place", "buy", "hard", "come_odds"}),
    off_on_come_out=frozenset({"place", "buy", "hard", "come_odds"}),
    auto_off=frozenset(),
    continuing=frozenset(),
    twelve_stays=True,
    commission_on_win=False,
    field_twelve=3,
    electronic_shooter=False,
    power_odds=False,
)

BOOKS = {book.name: book for book in (ELECTRONIC, SINGAPORE, MARYLAND, AMERICAN, CRAPLESS)}
VOCABULARY = frozenset().union(*(book.bets for book in BOOKS.values()))
