"""What one roll does to one wager: pure functions of its name and the state before the roll (rules 6, 7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tests.second_opinion import books
from tests.second_opinion.books import Dice

WIN, LOSE, PUSH, OFF = "win", "lose", "push", "off"

# A result and the odds it pays to one; no verdict (None) means that the roll leaves the wager alone.
Verdict = tuple[str, Fraction]
LOST: Verdict = (LOSE, Fraction(0))
TIED: Verdict = (PUSH, Fraction(0))


@dataclass(frozen=True)
class Throw:
    """The dice and everything a wager may be settled on; `point` is the one before the roll (6)."""

    dice: Dice
    point: int | None
    roll_count: int
    totals_seen: frozenset[int]
    points_made: frozenset[int]
    hand_totals: tuple[int, ...]  # of all its rolls, this one too
    hand_pairs: int  # different ones
    hand_made: tuple[int, ...]  # the points of this hand, one by one

    @property
    def total(self) -> int:
        return sum(self.dice)

    @property
    def come_out(self) -> bool:
        return self.point is None

    @property
    def seven_out(self) -> bool:
        return self.total == 7 and not self.come_out


def won(odds: Fraction | int) -> Verdict:
    return WIN, Fraction(odds)


def own_number(bet: str, point: int | None) -> int | None:
    """The number a wager waits for: its own, or the table's point for line bets and their odds."""
    kind, number = books.split(bet)
    return point if kind in ("pass_line", "pass_odds", "dont_pass", "dont_odds") else number


def verdict(bet: str, throw: Throw, level: str | None, fire_table: str, book: books.Book) -> Verdict | None:
    """The book's decision about a working wager."""
    kind, number = books.split(bet)
    if kind in books.HAND_LONG:
        return hand_long_verdict(kind, number, throw, fire_table)
    if kind == "field" and throw.total == 12:
        return won(book.field_twelve)
    if kind == "hard":
        assert number is not None
        return hard_verdict(number, throw.dice, level)
    if kind in books.WINS_ON_NUMBER or kind in books.WINS_ON_SEVEN:
        return number_verdict(kind, own_number(bet, throw.point), throw.total, book)
    return one_roll_verdict(bet, throw.dice, level)


def number_verdict(kind: str, number: int | None, total: int, book: books.Book) -> Verdict | None:
    """E3, E11-20, S3.4, M.03A: its number or the seven, whichever is first; without number, a first roll."""
    right = kind in books.WINS_ON_NUMBER
    if number is None:
        return right_first_roll(total, book) if right else wrong_first_roll(total)
    if right:
        return won(books.WINS_ON_NUMBER[kind][number]) if total == number else LOST if total == 7 else None
    return won(books.WINS_ON_SEVEN[kind][number]) if total == 7 else LOST if total == number else None


def right_first_roll(total: int, book: books.Book) -> Verdict | None:
    """Pass line and come box (E2, E9; S3.4.1, S3.4.3; M.03A(1), (3)); C: what is a point is neither won nor lost."""
    if total in book.points:
        return None
    return won(1) if total in (7, 11) else LOST if total in (2, 3, 12) else None


def wrong_first_roll(total: int) -> Verdict | None:
    """Don't pass and don't come box; 12 is a tie (E11, E14; S3.4.5, S3.4.7; M.03A(2), (4))."""
    if total == 12:
        return TIED
    return won(1) if total in (2, 3) else LOST if total in (7, 11) else None


def hard_verdict(number: int, dice: Dice, level: str | None) -> Verdict | None:
    """6: lost on 7 or on its number the easy way, in every book."""
    if dice == (number // 2, number // 2):
        return won(boosted(books.HARD_PRICE[number], level))
    return LOST if sum(dice) in (7, number) else None


def boosted(price: int, level: str | None) -> int:
    """E34c: under Power Odds the displayed figure takes the place of the book's price."""
    return price if level is None else books.POWER_PRICE[price][level]


def one_roll_verdict(bet: str, dice: Dice, level: str | None) -> Verdict:
    kind, _ = books.split(bet)
    if kind == "hop":
        return hop_verdict(books.hop_pair(bet), dice, level)
    if kind == "six_seven_eight":
        return six_seven_eight_verdict(dice)
    return units_verdict(units_of(bet), sum(dice), level)


def hop_verdict(pair: Dice, dice: Dice, level: str | None) -> Verdict:
    """E28, M.03A(22)-(38): the order in which the dice lie does not matter."""
    if sorted(dice) != sorted(pair):
        return LOST
    return won(boosted(books.HOP_HARD if pair[0] == pair[1] else books.HOP_EASY, level))


def six_seven_eight_verdict(dice: Dice) -> Verdict:
    """M.03A(39), M.05A(46)-(47): a hard six or eight pays double."""
    if sum(dice) not in (6, 7, 8):
        return LOST
    return won(2 if dice[0] == dice[1] else 1)


def units_of(bet: str) -> list[Mapping[int, int]]:
    """The equal parts a one-roll wager is made of; a plain wager is one part (S3.4.14-15, M.05C-E)."""
    kind, number = books.split(bet)
    singles: list[Mapping[int, int]] = [{total: price} for total, price in books.SINGLE_PRICE.items()]
    if kind == "horn_high" or (kind == "horn" and number is not None):
        assert number is not None
        extra = {number: books.SINGLE_PRICE[number]}
        return [*singles, extra] if kind == "horn_high" else [extra]
    if kind == "horn":
        return singles
    if kind == "whirl":
        return [*singles, books.ANY_SEVEN]
    return [books.ONE_ROLL[kind]]


def units_verdict(units: list[Mapping[int, int]], total: int, level: str | None) -> Verdict:
    """6: winning parts less losing parts, on the whole stake; whirl on 7 is a win of nothing."""
    prices = [boosted(unit[total], level) for unit in units if total in unit]
    if not prices:
        return LOST
    lost_units = len(units) - len(prices)
    return won(Fraction(sum(prices) - lost_units, len(units)))


def hand_long_verdict(kind: str, number: int | None, throw: Throw, fire_table: str) -> Verdict | None:
    """7: wagers that stand from the first roll of a hand. Whoever still has one has seen no seven that ends it, so what
    came in the hand came before that seven."""
    if kind == "repeater":
        assert number is not None
        times, price = books.REPEATER[number]
        return LOST if throw.total == 7 else won(price) if throw.hand_totals.count(number) == times else None
    if kind == "different_doubles":
        price = books.DOUBLES.get(throw.hand_pairs, 0)
        return None if throw.total != 7 else won(price) if price else LOST
    if kind in books.BONUS:
        needed, price = books.BONUS[kind]
        return LOST if throw.total == 7 else won(price) if needed <= throw.totals_seen else None
    if not throw.seven_out:
        return None
    if kind == "replay":
        return replay_verdict(throw.hand_made)
    if kind == "fire":
        pays = books.FIRE_TABLES[fire_table].get(len(throw.points_made))
        return LOST if pays is None else won(pays)
    return hot_shooter_verdict(throw.roll_count)


def replay_verdict(made: tuple[int, ...]) -> Verdict:
    """7: the best prize of all points."""
    prizes = [pays[point] for times, pays in books.REPLAY.items() for point in made if made.count(point) >= times]
    return won(max(prizes)) if prizes else LOST


def hot_shooter_verdict(roll_count: int) -> Verdict:
    """7: pays FOR one, so the stake is part of the prize and times one is a push."""
    for first, pays in books.HOT_SHOOTER_LADDER:
        if roll_count >= first:
            return TIED if pays == 1 else won(pays - 1)
    return LOST
