"""What has to be told, by rule: pure, out of what the page shows. How long a thing lasts is counted by this floor."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from config.files.reading import BadFile
from config.floor import NoticeRule
from controller.floor.store.read.reports import WHO
from controller.floor.witness.codes import FOUND

ALARMS = "alarms"
GROUPS = frozenset({ALARMS, *WHO.values()})
"""Words of a rule that mean many things: every alarm, or whatever waits for these people."""
BETWEEN = 60.0
"""Seconds between two letters of one rule, however much happens."""


class Happening(NamedTuple):
    """Something that calls for somebody."""

    cabinet: str
    what: str
    """A hold, what a seat waits for, or the code of an alarm."""
    seat: int
    who: str
    """Who sees to it; of an alarm `alarms`."""
    since: int
    """UTC milliseconds, as the page says it."""
    game: str = ""
    """Which is played there: it may have words of its own for what holds it."""


class Letter(NamedTuple):
    """What one rule tells now."""

    rule: NoticeRule
    about: tuple[Happening, ...]
    number: int = 0
    """Of the rule: two may say the same."""


def check_rules(rules: Sequence[NoticeRule]) -> None:
    """BadFile where one names what there is not."""
    known = GROUPS | WHO.keys() | FOUND.keys()
    for rule in rules:
        for word in rule.about:
            if word not in known:
                raise BadFile(f"notices: {word!r} is nothing that happens; known are {', '.join(sorted(known))}")


def happenings(shown: Mapping[str, Any]) -> set[Happening]:
    """All that the page shows of it at this moment."""
    needs = {
        Happening(one["cabinet"], need["why"], need["seat"], need["who"], need["since"], one.get("game", ""))
        for one in shown["machines"]
        for need in one["needs"]
    }
    return needs | {Happening(one["cabinet"], one["code"], 0, ALARMS, one["at"]) for one in shown["alarms"]}


class Due:
    """What has been seen for how long, and what was told of it."""

    def __init__(self, rules: Sequence[NoticeRule]) -> None:
        self._rules = rules
        self._first: dict[Happening, float] = {}
        self._told: list[set[Happening]] = [set() for _ in rules]
        self._last: list[float] = [-BETWEEN for _ in rules]

    def look(self, found: set[Happening], now: float) -> list[Letter]:
        """At this moment of a clock that nobody sets. What is over is forgotten: what comes again is told again."""
        self._first = {one: self._first.get(one, now) for one in found}
        letters = []
        for number, rule in enumerate(self._rules):
            self._told[number] &= found
            lasting = {one for one in found if _is_about(rule, one) and now - self._first[one] >= rule.after_seconds}
            new = lasting - self._told[number]
            if new and now - self._last[number] >= BETWEEN:
                letters.append(Letter(rule, tuple(sorted(new, key=lambda one: (one.since, one))), number))
        return letters

    def told(self, letter: Letter, now: float) -> None:
        """It is on its way."""
        self._told[letter.number].update(letter.about)
        self._last[letter.number] = now


def _is_about(rule: NoticeRule, one: Happening) -> bool:
    return (one.what in rule.about or one.who in rule.about) and (not rule.cabinets or one.cabinet in rule.cabinets)
