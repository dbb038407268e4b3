"""What a person remembers of a round, in one line: "seat 4, about ten, hard eight", in any language of the page.

Numbers may be words. What is not understood is told back; nothing is guessed of it. A hardway may be the bet or the
throw: both are looked for.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import terminals
from controller.floor.screen.heard import APART, LETTERS, any_of, figures, numbers, said

CATALOGUES = Path(terminals.__file__).parent / "common" / "page" / "words"

CLOCK = re.compile(
    rf"(?:{any_of('about')}\s*)?(?<!\d)(\d{{1,2}})[:.](\d{{2}})\s*(am|pm)?{APART}|"
    rf"{any_of('about')}\s*(\d{{1,2}})()\s*(am|pm)?{APART}|(?<!\d)(\d{{1,2}})()\s*(am|pm){APART}"
)
WHOLE = re.compile(r"\d[:.]\d\d")
PAST = {"half": 30, "quarter": 15}
HALVES = {"morning": "am", "afternoon": "pm", "night": "night"}
LATE = range(5, 12)
"""Hours of a night that are before midnight; the others are of the next day."""
DATE = re.compile(r"\b(\d{4}-\d{2}-\d{2})\b")
DAYS = {0: ("today", "this"), 1: ("yesterday", "last_night")}
"""How many days ago: the day itself, and a part of it that says the half of the day, too."""
PAIR = re.compile(rf"\b([1-6])\s*(?:-|\+|,|{any_of('and')})\s*([1-6])\b")
HARD = (4, 6, 8, 10)
NICKNAMES = {"aces": "1-1", "boxcars": "6-6"}
SIGNS = re.compile(r"[\s,;.。，、]+")


class Remembered(NamedTuple):
    """What is looked for; None and nothing: whatever."""

    cabinet: str = ""
    seat: int | None = None
    date: str = ""
    """As 2026-11-19, or how many days ago."""
    minute: int | None = None
    """Of the day."""
    either: bool = False
    """Whether the hour may be of the morning or of the evening."""
    result: str = ""
    """`4-4`, or `17`."""
    bet: str = ""
    or_bet: bool = False
    """The result or the bet, either will do."""
    unknown: str = ""
    """What was not understood."""


def remembered(line: str, cabinets: Iterable[str]) -> Remembered:
    """What this line says."""
    text, found = _numbers(line.lower()[:200]), Remembered()
    for cabinet in sorted(cabinets, key=len, reverse=True):
        if re.search(rf"(?<![\w-]){re.escape(cabinet.lower())}(?![\w-])", text):
            text, found = text.replace(cabinet.lower(), " "), found._replace(cabinet=cabinet)
            break
    for read in (_date, _seat, _clock, _half, _hard, _bet, _pair):
        text, found = read(text, found)
    return found._replace(unknown=" ".join(said("filling").sub(" ", SIGNS.sub(" ", text)).split()))


def _numbers(text: str) -> str:
    """With figures in the place of words."""
    words = numbers()
    apart = {word for word in words if re.search(rf"[{LETTERS}]", word)}
    text = re.sub(rf"\b({'|'.join(sorted(apart))})\b", lambda word: str(words[word[1]]), text)
    for word in sorted(words.keys() - apart, key=len, reverse=True):
        text = text.replace(word, str(words[word]))
    return text


def _date(text: str, found: Remembered) -> tuple[str, Remembered]:
    if date := DATE.search(text):
        return DATE.sub(" ", text), found._replace(date=date[1])
    for ago, (day, part) in DAYS.items():
        if said(day).search(text):
            return said(day).sub(" ", text), found._replace(date=str(ago))
        if said(part).search(text):
            return text, found._replace(date=str(ago))
    return text, found


def _seat(text: str, found: Remembered) -> tuple[str, Remembered]:
    seat = said("seat").search(text)
    if not seat:
        return text, found
    return text.replace(seat[0], " ", 1), found._replace(seat=int(figures(seat)[0]))


def _clock(text: str, found: Remembered) -> tuple[str, Remembered]:
    clock = CLOCK.search(text := _in_figures(text))
    if not clock:
        return text, found
    hour, past, half = (next((one for one in clock.groups()[n::3] if one), "") for n in range(3))
    hours, minutes = int(hour), int(past or 0)
    if hours > 23 or minutes > 59:
        return text, found
    if half:
        hours = hours % 12 + (12 if half == "pm" else 0)
    either = not half and hours <= 12 and not (past and hour.startswith("0"))
    return text.replace(clock[0], " ", 1), found._replace(minute=60 * (hours % 24) + minutes, either=either)


def _in_figures(text: str) -> str:
    """`Half past 10` as 10:30, and an hour alone as 10:00."""
    for name, minutes in PAST.items():
        text = said(name).sub(partial(_at, minutes), text)
    text = said("minutes").sub(lambda clock: " {}:{} ".format(*figures(clock)), text)
    return text if WHOLE.search(text) else said("hour").sub(lambda hour: f" {figures(hour)[0]}:00 ", text, count=1)


def _at(minutes: int, hour: re.Match[str]) -> str:
    return f" {figures(hour)[0]}:{minutes} "


def _half(text: str, found: Remembered) -> tuple[str, Remembered]:
    """Of the day: what it says of an hour that may be of both."""
    if not found.either or found.minute is None:
        return text, found
    hours, minutes = divmod(found.minute, 60)
    for name, half in HALVES.items():
        if not (words := said(name).search(text)):
            continue
        early = half == "am" or (half == "night" and hours not in LATE)
        if early and said("last_night").search(text):  # last night at 1 was today
            found = found._replace(date="0")
        minute = 60 * (hours % 12 + (0 if early else 12)) + minutes
        return text.replace(words[0], " ", 1), found._replace(minute=minute, either=False)
    return text, found


def _hard(text: str, found: Remembered) -> tuple[str, Remembered]:
    for hard in said("hard").finditer(text):
        if (total := int(figures(hard)[0])) in HARD:
            pair = f"{total // 2}-{total // 2}"
            return text.replace(hard[0], " ", 1), found._replace(bet=f"hard:{total}", result=pair, or_bet=True)
    return text, found


def _bet(text: str, found: Remembered) -> tuple[str, Remembered]:
    if found.bet:
        return text, found
    for pattern, bet in bet_names():
        name = pattern.search(text)
        if name:
            named = bet.replace("N", name[1].replace("·", "-")) if name.groups() else bet
            return text.replace(name[0], " ", 1), found._replace(bet=named)
    return text, found


def _pair(text: str, found: Remembered) -> tuple[str, Remembered]:
    if found.result:
        return text, found
    for name, pair in NICKNAMES.items():
        if said(name).search(text):
            return said(name).sub(" ", text), found._replace(result=pair)
    if faces := PAIR.search(text):
        return text.replace(faces[0], " ", 1), found._replace(result="-".join(sorted((faces[1], faces[2]))))
    if number := said("number").search(text):
        return text.replace(number[0], " ", 1), found._replace(result=figures(number)[0])
    return text, found


@cache
def bet_names() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Every name of a bet in every language, longest first, and the bet; `N` stands for its number."""
    found = {(words.lower(), bet) for file in CATALOGUES.glob("*.json") for words, bet in _bets(file)}
    ordered = sorted(found, key=lambda one: (-len(one[0]), one))
    return tuple((_pattern(words), bet) for words, bet in ordered)


def _bets(file: Path) -> Iterator[tuple[str, str]]:
    catalogue: Mapping[str, str] = json.loads(file.read_text("utf-8"))
    for key, words in catalogue.items():
        bet = key.removeprefix("bet.")
        name = words.replace("{n}", "").strip()
        if bet != key and (len(name) > 1 or (name and not name.isascii())):  # a bare number or letter names no bet
            yield words, bet


def _pattern(words: str) -> re.Pattern[str]:
    text = re.escape(words).replace(r"\{n\}", r"([\d·-]+)").replace(r"\ ", r"\s*")
    return re.compile(rf"(?<![a-z0-9]){text}(?![a-z0-9])")
