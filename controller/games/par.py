"""The figures of a bet and the par sheet, whatever is played. A game works out what may become of a wager; what that
comes to, how it is told and what is too much is the same for all. Exact fractions, but where a document shows a
decimal beside one.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from config.text.sentence import Sentence
from controller.games.book import GameBook
from controller.games.craps.rules.odds import odds_text, rate_text
from controller.games.craps.rules.refusal import BetRefused

CAP = Fraction(99, 100)
"""The most that a bet may return, unless somebody says otherwise."""

MOST_DIGITS = 12
"""After the point of a percentage that has to be told from the cap."""

Document = dict[str, Any]
SomeBook = TypeVar("SomeBook", bound=GameBook)


class Ended(NamedTuple):
    """One way in which a wager may end, and its chance."""

    result: str
    paid: int
    taken: int
    """What the house took by it, less what it paid."""
    chance: Fraction


@dataclass(frozen=True, slots=True)
class BookReturns:
    """One line of the par sheet. What is won or lost is measured in what the wager cost, up-front vigorish too."""

    house_edge: Fraction
    win: Fraction
    push: Fraction
    lose: Fraction
    expected_rolls: Fraction
    variance: Fraction
    pays: dict[Fraction, Fraction]
    """Odds paid on the stake → the chance of winning them."""

    @property
    def returned(self) -> Fraction:
        """What comes back of what is staked."""
        return 1 - self.house_edge

    @property
    def house_edge_resolved(self) -> Fraction:
        """The edge when wagers that tie are not counted."""
        return self.house_edge / (1 - self.push) if self.push < 1 else Fraction(0)

    @property
    def house_edge_per_roll(self) -> Fraction:
        """The edge spread over the rolls that the wager lies there."""
        return self.house_edge / self.expected_rolls


def returns_from(ends: Iterable[Ended], stake: int, cost: int, rolls: Fraction) -> BookReturns:
    """The figures of a wager of this stake and cost, by all that may become of it."""
    ends = list(ends)
    mean, square = (_mean(ends, cost, power) for power in (1, 2))
    pays: dict[Fraction, Fraction] = {}
    for end in ends:
        if end.result == "win":
            odds = Fraction(end.paid, stake)
            pays[odds] = pays.get(odds, Fraction(0)) + end.chance
    return BookReturns(
        house_edge=mean,
        win=_chance(ends, "win"),
        push=_chance(ends, "push"),
        lose=_chance(ends, "lose"),
        expected_rolls=rolls,
        variance=square - mean * mean,
        pays=dict(sorted(pays.items())),
    )


def _chance(ends: list[Ended], result: str) -> Fraction:
    return sum((end.chance for end in ends if end.result == result), Fraction(0))


def _mean(ends: list[Ended], cost: int, power: int) -> Fraction:
    """The mean of what the house takes of one unit, or of its square."""
    return sum((end.chance * Fraction(end.taken, cost) ** power for end in ends), Fraction(0))


class JackpotLine(NamedTuple):
    """What a progressive jackpot adds to the return of one bet."""

    jackpot: str
    bet: str
    rate: Fraction
    """Of the stake, that goes into the pot and comes back some day."""
    chance: Fraction
    """That one wager wins it."""
    stake: int
    base: Fraction
    """What the house's own base is worth to a wager of this stake that wins it alone, as a share of it."""

    @property
    def added(self) -> Fraction:
        """To the return."""
        return self.rate + self.base


class Together(NamedTuple):
    """What a wager returns with all that may be laid behind it."""

    base: str
    behind: str
    times: dict[str, Fraction]
    """Point → how many times the base may lie behind it."""
    staked: Fraction
    """In all, on the average, for one on the base."""
    house_edge: Fraction
    """Of all that is staked."""

    @property
    def name(self) -> str:
        """Of both."""
        return f"{self.base}+{self.behind}"


# ---- the sheet --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sheet(Generic[SomeBook]):
    """Every bet of a book that can be laid, in the order of the felt."""

    book: SomeBook
    stake: int | None
    """The stake whose floors are in the figures; None where there are none."""
    bets: dict[str, BookReturns]
    refused: dict[str, BetRefused]
    """The bets that do not take this stake (or can never be laid), and why."""
    jackpots: tuple[JackpotLine, ...] = ()
    together: tuple[Together, ...] = ()

    def returned(self, bet: str) -> Fraction:
        """What comes back of what is staked on a bet, with all that its jackpots add."""
        added = (line.added for line in self.jackpots if line.bet == bet)
        return sum(added, self.bets[bet].returned)


def sheet_document(sheet: Sheet[SomeBook], exact: Callable[[], Sheet[SomeBook]]) -> Document:
    """The whole sheet; at a stake every bet says what the floors make of its edge, beside the exact one."""
    head: Document = {
        "rulebook": sheet.book.name,
        "digest": sheet.book.digest(),
        "settings": sheet.book.settings_in_force(),
    }
    bets = {bet: bet_document(returns) for bet, returns in sheet.bets.items()}
    if sheet.stake is not None:
        head["stake"] = sheet.stake
        without_floors = exact().bets
        for bet, returns in sheet.bets.items():
            bets[bet]["flooring"] = rate_text(returns.house_edge - without_floors[bet].house_edge)
    document = head | {"bets": bets}
    if sheet.jackpots:
        document["jackpots"] = [jackpot_document(sheet, line) for line in sheet.jackpots if line.bet in bets]
    if sheet.together:
        document["together"] = [together_document(line) for line in sheet.together]
    if sheet.refused:
        document["refused"] = {
            bet: {"code": refusal.code, "reason": refusal.reason} for bet, refusal in sheet.refused.items()
        }
    return document


def bet_document(returns: BookReturns) -> Document:
    """One bet: fractions as `n/d`, and beside them the floats that people compare."""
    return {
        "house_edge": rate_text(returns.house_edge),
        "house_edge_percent": float(returns.house_edge * 100),
        "house_edge_resolved": rate_text(returns.house_edge_resolved),
        "house_edge_per_roll": rate_text(returns.house_edge_per_roll),
        "win": rate_text(returns.win),
        "push": rate_text(returns.push),
        "lose": rate_text(returns.lose),
        "expected_rolls": rate_text(returns.expected_rolls),
        "standard_deviation": math.sqrt(returns.variance),
        "pays": [{"odds": odds_text(odds), "probability": rate_text(chance)} for odds, chance in returns.pays.items()],
    }


def jackpot_document(sheet: Sheet[SomeBook], line: JackpotLine) -> Document:
    """What one jackpot adds to one bet, and what the bet returns with everything."""
    return {
        "jackpot": line.jackpot,
        "bet": line.bet,
        "contribution": rate_text(line.rate),
        "chance": rate_text(line.chance),
        "stake": line.stake,
        "base": rate_text(line.base),
        "adds": rate_text(line.added),
        "returns": rate_text(sheet.returned(line.bet)),
    }


def together_document(line: Together) -> Document:
    """A wager with all that may lie behind it."""
    return {
        "bet": line.base,
        "behind": line.behind,
        "times": {point: rate_text(times) for point, times in line.times.items()},
        "staked": rate_text(line.staked),
        "house_edge": rate_text(line.house_edge),
        "house_edge_percent": float(line.house_edge * 100),
    }


# ---- the cap ----------------------------------------------------------------------------------------------------


def cap_sentence(over: list[tuple[str, Fraction]], cap: Fraction, which: str) -> str:
    """The sentence for whoever wanted bets that are over the cap: each with its figure, and `which` bets it binds."""
    named = "; ".join(f"{bet} would return {_told_from(returned, cap)} %" for bet, returned in over)
    allowed = _first(cap, lambda shown: shown == cap).removesuffix(".0")
    return f"{named}; {which} may return more than {allowed} %"


def why_under(least: str, floor: Fraction) -> str:
    """Why rules may not be played by whose `least` (of `interface.WorkedOut`) is under the floor, or nothing."""
    bet, _, returned = least.rpartition(" ")
    if Fraction(returned) >= floor:
        return ""
    named = _first(Fraction(returned), lambda shown: shown < floor)
    wanted = _first(floor, lambda shown: shown == floor).removesuffix(".0")
    text = f"{bet} would return {named} %; no bet may return less than {wanted} %"
    return Sentence(text, {"bet": bet, "returned": named, "least": wanted})


def _told_from(returned: Fraction, cap: Fraction) -> str:
    """A percentage with as many digits as show that it is above the cap."""
    return _first(returned, lambda shown: shown > cap)


def _first(share: Fraction, will_do: Callable[[Fraction], bool]) -> str:
    """The shortest percentage that will do."""
    texts = (percent(share, digits) for digits in range(1, MOST_DIGITS + 1))
    return next((text for text in texts if will_do(Fraction(text) / 100)), percent(share, MOST_DIGITS))


def percent(share: Fraction, digits: int) -> str:
    """A share in hundredths, rounded to some digits after the point."""
    sign = "-" if share < 0 else ""
    whole, part = divmod(round(abs(share) * 100 * 10**digits), 10**digits)
    return f"{sign}{whole}.{part:0{digits}}"
