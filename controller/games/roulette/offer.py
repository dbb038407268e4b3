"""What the felt offers, told for screens: every spot with its limits and pays, as plain JSON data."""

from fractions import Fraction
from typing import Any

from controller.games.craps.rules.odds import rate_text
from controller.games.roulette.places import PLACES
from controller.games.roulette.play.felt import Felt, SpotTerms
from controller.games.roulette.racetrack import TRACK
from controller.games.roulette.rules.spots import SPOTS
from controller.games.roulette.rules.wheel import NUMBERS, ROTOR, colour


def offer(felt: Felt) -> dict[str, Any]:
    """The whole offer, in the order of the felt; `wheel` and `track` are for who draws them."""
    settings = felt.book.settings
    return {
        "name": felt.book.name,
        "title": felt.book.title,
        "denomination": settings.denomination,
        "limits": settings.inside.model_dump(),
        "outside": settings.outside.model_dump(),
        "spots": {name: _spot(name, terms) for name, terms in felt.terms.items()},
        "exclusive": [],
        "groups": {},
        "places": PLACES,
        "wheel": {"rotor": [[number, colour(number)] for number in ROTOR], "rpm": settings.rotor},
        "track": TRACK,
    }


def _spot(name: str, terms: SpotTerms) -> dict[str, Any]:
    return {
        "kind": SPOTS[name].kind,
        "min": -(-terms.min // terms.step) * terms.step,  # the least and the most that can be laid in whole steps
        "max": terms.max // terms.step * terms.step,
        "unit": terms.step,
        "opens": "always",
        "pays": {"": f"{terms.pays}:1"},
        "numbers": sorted(terms.numbers),
        "edge": rate_text(1 - Fraction(len(terms.numbers) * (terms.pays + 1), len(NUMBERS))),
    }
