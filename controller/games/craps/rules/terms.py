"""A house's terms for a kind of bet: the tables under `bets` of a book, and which of them go with which kind."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from config.files.complaints import plain
from controller.games.book import wrong
from controller.games.craps.rules.bets import KINDS
from controller.games.craps.rules.dice import POINTS
from controller.games.craps.rules.kinds import Counts, Kind, Opens
from controller.games.craps.rules.odds import Multiple, Odds, Rate, odds_text
from controller.games.craps.rules.settings import Amount, Strict

if TYPE_CHECKING:
    from controller.games.craps.rules.rulebook import RuleBook

Occasion = Literal["seven", "eleven", "craps", "point", "win"]
PowerPair = Annotated[tuple[Odds, Odds], Field(strict=False)]

MOST_ROLLS_COUNTED = 1000
"""The longest hand on record had 154 rolls; exact chances of far longer ones are numbers that nobody can print."""

MOST_TIMES = 20
"""As often a number or a point may have to come."""
MOST_DOUBLES = 6


class Commission(Strict):
    """What the house takes on a buy or lay wager, of the stake or of what it can win."""

    of: Literal["stake", "win"]
    rate: Rate | Literal["setting"]
    when: Literal["at_placement", "on_win", "setting"]
    comes_back_on_reduction: bool = False


class Terms(Strict):
    """A house's terms for one kind of bet. Which of them a kind may have is in `_allowed`."""

    pays: Odds | dict[str, Odds] | None = None
    stays_after: Annotated[tuple[Occasion, ...], Field(strict=False)] = ()
    twelve: Literal["stays", "returned"] | None = None
    contract: bool = False
    grows_after_point: bool = False
    works_on_come_out: bool = True
    rests_after_point_made: bool = False
    takes_calls: bool = False
    commission: Commission | None = None
    most_times_base: Multiple | dict[str, Multiple] | None = None
    divides_by: Annotated[int, Field(ge=1, le=1000)] = 1
    steps: Annotated[int, Field(ge=1, le=1000)] = 1
    power_odds: PowerPair | dict[str, PowerPair] | None = None
    offered_if: Literal["free_odds", "hot_shooter"] | None = None
    not_offered: Annotated[tuple[str, ...], Field(strict=False)] = ()
    min: Amount | None = None
    max: Amount | None = None
    needs_credits: Annotated[int, Field(ge=0, le=1000)] = 0
    pays_for: dict[str, Annotated[int, Field(ge=1, le=100_000)]] | None = None
    tables: dict[str, dict[str, Odds]] | None = None
    times: dict[str, Annotated[int, Field(ge=1, le=MOST_TIMES)]] | None = None
    pays_made: dict[str, dict[str, Odds]] | None = None

    def pay(self, key: str) -> Fraction:
        """The odds paid for a win of this kind."""
        return self.pays[key] if isinstance(self.pays, dict) else self.pays or Fraction(0)

    def numbers(self) -> tuple[int, ...]:
        """Those that it is paid by."""
        return tuple(int(key) for key in self.pays) if isinstance(self.pays, dict) else POINTS

    def all_pays(self) -> Iterator[Fraction]:
        """All odds that a win may be paid, but for Power Odds and what is paid for one."""
        for paid in (self.pays, *(self.tables or {}).values(), *(self.pays_made or {}).values()):
            yield from paid.values() if isinstance(paid, dict) else [paid or Fraction(0)]

    def power(self, key: str) -> tuple[Fraction, Fraction] | None:
        """The low and the high Power Odds for a win of this kind."""
        return self.power_odds.get(key) if isinstance(self.power_odds, dict) else self.power_odds

    def most_of_base(self, number: int | None) -> Fraction | None:
        """How many times its base an odds bet may be at most."""
        most = self.most_times_base
        return most.get(str(number)) if isinstance(most, dict) else most


# ---- which of them a kind may have ----

_PLACED = {"offered_if", "not_offered", "min", "max", "divides_by", "steps"}
_PAID = _PLACED | {"pays", "stays_after"}
_WORKING = {"works_on_come_out", "rests_after_point_made", "takes_calls"}
_HAND_TERMS = {
    "hot_shooter": {"pays_for", "needs_credits"},
    "fire": {"tables"},
    "replay": {"pays_made"},
    "repeater:N": {"pays", "times"},
}


def _allowed(kind: Kind) -> set[str]:
    """The terms that mean something for this kind of bet."""
    if kind.for_the_hand:
        return _PLACED | _HAND_TERMS.get(kind.pattern, {"pays"})
    if kind.base:
        return _PAID - {"stays_after"} | _WORKING | {"most_times_base"}
    if kind.parts:
        return _PAID - {"pays"} | {"power_odds"}
    if kind.opens is Opens.NEVER:
        return {"pays", "contract", "grows_after_point"}
    if kind.opens is Opens.COME_OUT or kind.travels_to:
        wrong_way = {"twelve"} if "craps" in kind.occasions else set()
        line = {"contract", "grows_after_point"} if kind.opens is Opens.COME_OUT else set()
        return _PAID | wrong_way | line
    if kind.word in ("buy", "lay"):
        return _PAID | _WORKING | {"commission"}
    if kind.stands:
        return _PAID | _WORKING | ({"power_odds"} if kind.word == "hard" else set())
    return _PAID | {"power_odds"}


def _pay_keys(book: "RuleBook", kind: Kind) -> tuple[str, ...]:
    """What this bet wins on in this book."""
    return tuple(str(point) for point in book.points) if kind.on_points and kind.pay_keys else kind.pay_keys


def check_terms(book: "RuleBook", pattern: str, terms: Terms) -> None:
    kind = KINDS.get(pattern)
    if kind is None:
        wrong(f"bets.{pattern}", f"is no bet; there is {listed(list(KINDS))}")
    where, keys = f"bets.{pattern}", _pay_keys(book, kind)
    if book.crapless and kind.wrong_way:
        wrong(where, "is against craps on the come-out, which a crapless book has not")
    if book.crapless and "eleven" in terms.stays_after:
        wrong(f"{where}.stays_after", "names eleven, which is a point in a crapless book")
    allowed = _allowed(kind)
    said = {key for key, field in Terms.model_fields.items() if getattr(terms, key) != field.default}
    for key in sorted(said - allowed):
        wrong(f"{where}.{key}", f"has no meaning for this bet, which takes {listed(sorted(allowed))}")
    if kind.counts is Counts.DOUBLES:
        _check_counts(f"{where}.pays", terms.pays if isinstance(terms.pays, dict) else None, 1, MOST_DOUBLES)
    elif "pays" in allowed:
        _check_table(f"{where}.pays", terms.pays, keys)
    if terms.power_odds is not None and not kind.parts:
        _check_table(f"{where}.power_odds", terms.power_odds, keys)
    if isinstance(terms.most_times_base, dict):
        _check_table(f"{where}.most_times_base", terms.most_times_base, keys)
    for occasion in terms.stays_after:
        if occasion not in kind.occasions:
            wrong(
                f"{where}.stays_after",
                f"names {occasion}; this bet wins on {listed(list(kind.occasions))}",
            )
    _check_company(book, where, kind, terms)
    _check_kind(where, kind, terms)
    if kind.counts is Counts.MADE:
        _check_made(f"{where}.pays_made", terms.pays_made, tuple(str(point) for point in book.points))


def _check_company(book: "RuleBook", where: str, kind: Kind, terms: Terms) -> None:
    """Bets that lean on other bets need them in the same book."""
    needed = [*([kind.base] if kind.base else []), *([kind.travels_to] if kind.travels_to else [])]
    needed += [f"{part.partition(':')[0]}:N" if ":" in part else part for part in kind.parts]
    for other in needed:
        if other not in book.bets:
            wrong(where, f"needs {other}, which this book does not offer")
    for name in terms.not_offered:
        if name not in {bet.name for bet in book.bets_of(kind)}:
            wrong(f"{where}.not_offered", f"names {plain(name, 40)}, which is none of these spots")
    if terms.power_odds is not None and kind.parts:
        wrong(f"{where}.power_odds", "follow from the parts of this bet and are not given here")


def _check_kind(where: str, kind: Kind, terms: Terms) -> None:
    if "twelve" in _allowed(kind) and terms.twelve is None:
        wrong(f"{where}.twelve", 'is missing; it is "stays" or "returned"')
    if terms.grows_after_point and not terms.contract:
        wrong(f"{where}.grows_after_point", "is for contract wagers")
    if kind.word in ("buy", "lay") and terms.commission is None:
        wrong(f"{where}.commission", "is missing")
    if terms.commission and terms.commission.when != "on_win" and terms.stays_after:
        wrong(
            f"{where}.stays_after",
            "cannot go with commission at placement: a winner takes its vigorish along",
        )
    if terms.min is not None and terms.max is not None and terms.min > terms.max:
        wrong(f"{where}.max", f"is {terms.max}, less than min, which is {terms.min}")
    if kind.pattern == "hot_shooter":
        _check_counts(f"{where}.pays_for", terms.pays_for, 1, MOST_ROLLS_COUNTED)
    if kind.pattern == "fire":
        if not terms.tables:
            wrong(f"{where}.tables", "is missing")
        for name, table in terms.tables.items():
            _check_counts(f"{where}.tables.{name}", table, 1, 6)
    if kind.counts is Counts.TIMES:
        _check_table(f"{where}.times", terms.times, kind.pay_keys)


def _check_made(where: str, tables: dict[str, dict[str, Odds]] | None, points: tuple[str, ...]) -> None:
    """By how often, then by the point; to make it once more never pays less."""
    _check_counts(where, tables, 1, MOST_TIMES)
    best: dict[str, Fraction] = {}
    for times, pays in sorted((tables or {}).items(), key=lambda table: int(table[0])):
        _check_table(f"{where}.{times}", pays, points)
        for point, odds in pays.items():
            if odds < best.get(point, odds):
                wrong(f"{where}.{times}.{point}", f"is {odds_text(odds)}, less than for fewer times")
            best[point] = odds


def _check_table(where: str, value: object, keys: tuple[str, ...]) -> None:
    if value is None:
        wrong(where, "is missing")
    if not isinstance(value, dict):
        return
    if not keys:
        wrong(where, "must be one value, not a table")
    for key in keys:
        if key not in value:
            wrong(f"{where}.{key}", f"is missing; this bet wins on {listed(list(keys))}")
    for key in value:
        if key not in keys:
            wrong(f"{where}.{key}", f"is nothing this bet wins on; that is {listed(list(keys))}")


def _check_counts(where: str, table: dict[str, Any] | None, least: int, most: int) -> None:
    """Tables by a count (of rolls, of points made): at least this many, pays that."""
    if not table:
        wrong(where, "is missing")
    for key in table:
        number = len(key) <= len(str(most)) and key.isascii() and key.isdigit()
        if not (number and least <= int(key) <= most and key == str(int(key))):
            wrong(f"{where}.{key}", f"is no count from {least} to {most}")


def listed(words: list[str]) -> str:
    return ", ".join(words)
