"""What a felt offers, told for screens: every spot with its limits, units, pays and manners, as plain JSON data.

A page draws what stands here and nothing else, so a book without hops has no hop panel.
"""

from typing import Any

from controller.games.craps.layouts import first_hand, layouts, mirror, whole
from controller.games.craps.places import PLACES
from controller.games.craps.play.felt import Felt
from controller.games.craps.play.spots import Spot
from controller.games.craps.rules.bets import BETS, KINDS
from controller.games.craps.rules.dice import POINTS, SEVEN
from controller.games.craps.rules.kinds import TALLIED, Bet, Result
from controller.games.craps.rules.odds import odds_text, rate_text
from controller.games.craps.rules.odds_times import most_of_base
from controller.games.craps.rules.pays import Level
from controller.games.craps.rules.terms import Commission


def offer(felt: Felt) -> dict[str, Any]:
    """The whole offer, in the order of the felt."""
    settings = felt.book.settings
    return {
        "name": felt.book.name,
        "title": felt.book.title,
        "denomination": settings.denomination,
        "limits": settings.limits.model_dump(),
        "kinds": {kind: settings.limits_of(kind).model_dump() for kind in settings.kinds_said()},
        "spots": {spot.name: _spot(felt, spot) for spot in felt.spots.values()},
        "exclusive": _exclusive(felt),
        "groups": _groups(felt),
        "layouts": layouts(felt),
        "first_hand": first_hand(felt),
        "places": PLACES,
        **({"crapless": True} if felt.book.crapless else {}),
    }


GROUPS: dict[str, tuple[int, ...]] = {"inside": (5, 6, 8, 9), "outside": (4, 5, 9, 10), "across": POINTS}
"""The place bets that go up by one touch (S3.4.9.1)."""


def _groups(felt: Felt) -> dict[str, dict[str, list[str]]]:
    """Group → point (nothing on a come-out) → its bets: those of its numbers that are not the point."""
    groups = {
        name: {
            "" if point is None else str(point): [
                bet for number in numbers if number != point and (bet := f"place:{number}") in felt.spots
            ]
            for point in (None, *felt.points)
        }
        for name, numbers in GROUPS.items()
    }
    return {name: by_point for name, by_point in groups.items() if by_point[""]}


def _spot(felt: Felt, spot: Spot) -> dict[str, Any]:
    terms, kind = spot.terms, spot.bet.kind
    told = {
        "kind": kind.word,
        "min": -(-spot.min // spot.unit) * spot.unit,  # the least and the most that can be laid in whole units
        "max": spot.max // spot.unit * spot.unit,
        "unit": spot.unit,
        "whole": whole(felt, spot),
        "mirror": mirror(felt, spot),
        "opens": kind.opens.value,
        "base": spot.base,
        "most_times_base": _most(felt, spot.bet),
        "pays": _pays(felt, spot),
        "power": _power(felt, spot.name),
        "parts": _parts(felt, spot),
        "net": _net(felt, spot),
        "commission": _commission(felt, terms.commission),
        "calls": terms.takes_calls,
        "grows": terms.grows_after_point,
        "locks_on_come_out": spot.locks_on_come_out,
        "locks_on_point": spot.locks_on_point,
        "bars": _bars(felt, spot.name),
        "stays": bool(terms.stays_after),
        "returned_on_come_out": bool(terms.stays_after) and spot.name in felt.leaves[False],
        "returned_on_point": bool(terms.stays_after) and spot.name in felt.leaves[True],
        "off_on_come_out": not terms.works_on_come_out,
        "rests": terms.rests_after_point_made,
        "twelve": terms.twelve,
        "needs": spot.needs_units,
        "counts": kind.counts.value if kind.counts in TALLIED else None,
        "times": (terms.times or {}).get(str(spot.bet.number)),
    }
    return {name: value for name, value in told.items() if value not in (None, False, {}, 0)}


def _pays(felt: Felt, spot: Spot) -> dict[str, str]:
    """By what wins: a number, a count, `easy` or `hard`; under no name where all wins pay the same."""
    terms, bet = spot.terms, spot.bet
    if terms.pays_for:
        return {count: f"{times}×" for count, times in terms.pays_for.items()}
    if terms.pays_made:
        return {
            f"{times}×{point}": odds_text(odds)
            for times, pays in terms.pays_made.items()
            for point, odds in pays.items()
        }
    if terms.tables:
        return {count: odds_text(odds) for count, odds in terms.tables[felt.book.settings.fire_table or ""].items()}
    if bet.kind.parts:
        return {
            str(sum(dice)): f"{found.numerator}:{found.denominator}"
            for dice, verdicts in felt.verdicts[None].items()
            if (found := verdicts.get(spot.name)) is not None and found.result is Result.WIN
        }
    if isinstance(terms.pays, dict):
        keys = [key for key in _keys(bet) if key in terms.pays]
        if len(keys) == 1:
            return {"": odds_text(terms.pays[keys[0]])}
        return {key: odds_text(odds) for key, odds in terms.pays.items()}
    return {"": odds_text(terms.pays)} if terms.pays is not None else {}


def _net(felt: Felt, spot: Spot) -> str | None:
    """What a win pays once a commission on the win has been taken."""
    if not spot.terms.commission:
        return None
    won = {
        f"{verdict.numerator}:{verdict.denominator}"
        for by_dice in felt.verdicts.values()
        for verdicts in by_dice.values()
        if (verdict := verdicts.get(spot.name)) is not None and verdict.result is Result.WIN
    }
    net = won.pop() if len(won) == 1 else None
    return None if net == odds_text(spot.terms.pay(str(spot.bet.number))) else net


def _keys(bet: Bet) -> list[str]:
    """The one key by which a spot with a number or a pair of its own is paid."""
    if bet.kind.pairs:
        return ["hard" if bet.pair[0] == bet.pair[1] else "easy"]
    return [str(bet.number)] if bet.kind.numbers else []


def _most(felt: Felt, bet: Bet) -> dict[str, str]:
    """How many times its base an odds bet may be, by point; under no name where that is all one."""
    if bet.base is None:
        return {}
    points = [bet.number] if bet.number else felt.points
    most = {point: most_of_base(felt.book.bets, felt.book.settings, bet, point) for point in points}
    told = {str(point): rate_text(found) for point, found in most.items() if found is not None}
    alike = len(set(told.values())) == 1
    return {"": next(iter(told.values()))} if alike else told


def _power(felt: Felt, bet: str) -> dict[str, dict[str, str]]:
    """Level → total → odds."""
    by_level = felt.power.get(bet, {})
    return {
        level.value: {str(sum(dice)): odds_text(odds) for dice, odds in by_level[level].items()}
        for level in (Level.LOW, Level.HIGH)
        if level in by_level
    }


def _exclusive(felt: Felt) -> list[dict[str, list[str]]]:
    """Pairs of sides: who has a wager on a spot of one can lay none on a spot of the other."""
    return [
        {"one": list(own), "other": [name for name in felt.spots if name in rivals]}
        for rivals, own in felt.rivals.items()
    ]


def _parts(felt: Felt, spot: Spot) -> dict[str, Any] | None:
    """Of a bet made of several: of how many, and what each of them pays by itself, as a chart of pays says it."""
    if not spot.bet.kind.parts:
        return None
    parts = {str(BETS[part].number or SEVEN): part for part in spot.bet.parts}
    power: dict[str, dict[str, str]] = {}
    for number, part in parts.items():
        for level, by_number in _power(felt, part).items():
            power.setdefault(level, {})[number] = next(iter(by_number.values()))
    terms = {number: felt.book.bets[BETS[part].kind.pattern] for number, part in parts.items()}
    pays = {number: odds_text(of.pay(number)) for number, of in terms.items()}
    return {"of": len(spot.bet.parts), "pays": pays, "power": power}


def _bars(felt: Felt, bet: str) -> list[int] | None:
    """The dice on which a don't bet neither wins nor loses at first."""
    by_dice = felt.verdicts[None if bet == "dont_pass" else felt.points[0]]
    tied = (dice for dice, found in by_dice.items() if bet in found and found[bet].result is Result.PUSH)
    return next((list(dice) for dice in tied), None)


def _commission(felt: Felt, taken: Commission | None) -> dict[str, str] | None:
    if taken is None:
        return None
    settings = felt.book.settings
    rate = settings.vigorish_rate if taken.rate == "setting" else taken.rate
    when = settings.vigorish if taken.when == "setting" else taken.when
    return {"of": taken.of, "rate": rate_text(rate) if rate is not None else "0/1", "when": str(when)}


OFFERED_KINDS = tuple(dict.fromkeys(kind.word for kind in KINDS.values()))
"""Every kind that some book could offer: a screen has a name and a word of help for each."""
