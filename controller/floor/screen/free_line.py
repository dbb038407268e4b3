"""What a person remembers of a round, in one line: "seat 4, about ten, hard eight", in any language of the page.

Numbers may be words. What is not understood is told back; nothing is guessed of it. A hardway may be the bet or the
throw: both are looked for.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import terminals

CATALOGUES = Path(terminals.__file__).parent / "common" / "page" / "words"

COUNTED = {
    1: "one uno una 一",
    2: "two dos 二 两",
    3: "three tres 三",
    4: "four cuatro 四",
    5: "five cinco 五",
    6: "six seis 六",
    7: "seven siete 七",
    8: "eight ocho 八",
    9: "nine nueve 九",
    10: "ten diez 十",
    11: "eleven once 十一",
    12: "twelve doce 十二",
}
NUMBERS = {word: number for number, words in COUNTED.items() for word in words.split()}
SEAT = re.compile(
    r"\b(?:seat|place|position|terminal|asiento|puesto)\s*(?:number|no\.?|nº|n\.º|#)?\s*(\d+)|(\d+)\s*号?[座位]+"
)
ABOUT = r"(?:about|around|at|sobre|hacia|a)(?:\s+las?)?"
CLOCK = re.compile(
    rf"(?:{ABOUT}\s+|\b)(\d{{1,2}})[:.](\d{{2}})\s*(am|pm)?\b|"
    rf"{ABOUT}\s+(\d{{1,2}})()\s*(am|pm)?\b|\b(\d{{1,2}})()\s*(am|pm)\b|(\d{{1,2}})\s*点(半)?()|"
    r"\b(\d{1,2})()\s*o.?clock()"
)
PAST = re.compile(r"\b(half|(?:a )?quarter) past (\d{1,2})\b|\b(\d{1,2}) y (media|cuarto)\b")
"""`half past 10`, `10 y media`."""
HALVES = {
    "am": r"\b(?:in the |this |de la |esta )?(?:morning|mañana)\b|早上|上午",
    "pm": r"\b(?:in the |this |de la |esta )?(?:afternoon|evening|tarde)\b|下午|傍晚",
    "night": r"\b(?:at |last |de la |esta )?(?:night|tonight|noche|anoche)\b|[今昨]?晚上?",
}
LATE = range(5, 12)
"""Hours of a night that are before midnight; the others are of the next day."""
HALF = ("half", "media")
DATE = re.compile(r"\b(\d{4}-\d{2}-\d{2})\b")
THIS_HALF = r"\b(?:this|esta) (?:morning|afternoon|evening|mañana|tarde|noche)\b|\btonight\b|今晚"
LAST_NIGHT = r"\blast night\b|\banoche\b|昨晚"
DAYS = {
    0: rf"\b(?:today|hoy)\b|今天|(?={THIS_HALF})",
    1: rf"\b(?:yesterday|ayer)\b|昨天|(?={LAST_NIGHT})",
}
PAIR = re.compile(r"\b([1-6])\s*(?:-|\+|and|y|,)\s*([1-6])\b")
NUMBER = re.compile(r"(?:number|número|numero|号码|数字)\s*(\d{1,2})|\b(\d{1,2})\s+(?:red|black|rojo|negro)\b")
NICKNAMES = {r"snake eyes": "1-1", r"box\s?cars": "6-6"}
HARD = re.compile(
    r"\bhard(?:\s*ways?)?\s*(4|6|8|10)\b|\b(4|6|8|10)\s+(?:the\s+)?hard(?:\s*ways?)?\b|"
    r"\b(?:doble|duro)\s*(4|6|8|10)\b|\b(4|6|8|10)\s+(?:doble|duro)\b|(?:对子|硬)\s*(4|6|8|10)"
)
FILLING = re.compile(
    r"\b(?:the|a|an|at|on|in|with|and|bet|roll|rolled|player|o.?clock|el|la|en|con|y|de|jugador)\b|[\s,;.。，、的上]+|左右|大约"
)


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
    return found._replace(unknown=" ".join(FILLING.sub(" ", text).split()))


def _numbers(text: str) -> str:
    """With figures in the place of words."""
    latin = "|".join(word for word in NUMBERS if word.isascii())
    text = re.sub(rf"\b({latin})\b", lambda word: str(NUMBERS[word[1]]), text)
    for word in sorted((word for word in NUMBERS if not word.isascii()), key=len, reverse=True):
        text = text.replace(word, str(NUMBERS[word]))
    return text


def _date(text: str, found: Remembered) -> tuple[str, Remembered]:
    said = DATE.search(text)
    if said:
        return DATE.sub(" ", text), found._replace(date=said[1])
    for ago, words in DAYS.items():
        if re.search(words, text):
            return re.sub(words, " ", text), found._replace(date=str(ago))
    return text, found


def _seat(text: str, found: Remembered) -> tuple[str, Remembered]:
    said = SEAT.search(text)
    if not said:
        return text, found
    return text.replace(said[0], " ", 1), found._replace(seat=int(said[1] or said[2]))


def _clock(text: str, found: Remembered) -> tuple[str, Remembered]:
    text = PAST.sub(lambda past: f"{past[2] or past[3]}:{30 if (past[1] or past[4]) in HALF else 15}", text)
    said = CLOCK.search(text)
    if not said:
        return text, found
    hour, past, half = (next((one for one in said.groups()[n::3] if one), "") for n in range(3))
    hours, minutes = int(hour), 30 if past == "半" else int(past or 0)
    if hours > 23 or minutes > 59:
        return text, found
    if half:
        hours = hours % 12 + (12 if half == "pm" else 0)
    either = not half and hours <= 12 and not (past.isdecimal() and hour.startswith("0"))
    return text.replace(said[0], " ", 1), found._replace(minute=60 * (hours % 24) + minutes, either=either)


def _half(text: str, found: Remembered) -> tuple[str, Remembered]:
    """Of the day: what it says of an hour that may be of both."""
    if not found.either or found.minute is None:
        return text, found
    hours, minutes = divmod(found.minute, 60)
    for half, words in HALVES.items():
        if not (said := re.search(words, text)):
            continue
        early = half == "am" or (half == "night" and hours not in LATE)
        if early and re.search(LAST_NIGHT, text):  # last night at 1 was today
            found = found._replace(date="0")
        minute = 60 * (hours % 12 + (0 if early else 12)) + minutes
        return text.replace(said[0], " ", 1), found._replace(minute=minute, either=False)
    return text, found


def _hard(text: str, found: Remembered) -> tuple[str, Remembered]:
    said = HARD.search(text)
    if not said:
        return text, found
    total = int(next(one for one in said.groups() if one))
    pair = f"{total // 2}-{total // 2}"
    return text.replace(said[0], " ", 1), found._replace(bet=f"hard:{total}", result=pair, or_bet=True)


def _bet(text: str, found: Remembered) -> tuple[str, Remembered]:
    if found.bet:
        return text, found
    for pattern, bet in bet_names():
        said = pattern.search(text)
        if said:
            named = bet.replace("N", said[1].replace("·", "-")) if said.groups() else bet
            return text.replace(said[0], " ", 1), found._replace(bet=named)
    return text, found


def _pair(text: str, found: Remembered) -> tuple[str, Remembered]:
    if found.result:
        return text, found
    for words, pair in NICKNAMES.items():
        if re.search(words, text):
            return re.sub(words, " ", text), found._replace(result=pair)
    said = PAIR.search(text)
    if said:
        return text.replace(said[0], " ", 1), found._replace(result="-".join(sorted((said[1], said[2]))))
    said = NUMBER.search(text)
    if said:
        return text.replace(said[0], " ", 1), found._replace(result=said[1] or said[2])
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
