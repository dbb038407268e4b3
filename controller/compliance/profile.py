"""A profile: what one law wants of the settings, and settings that fulfil it, turned together.

A profile that contradicts itself, a rule book or the settings of a cabinet is refused, with both lines.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError

import config
from config.files.complaints import complaint
from config.files.reading import BadFile, parse_toml, read_text, validate
from config.files.strict import Strict
from controller.compliance.requirements import SOURCES
from controller.games.book import GameBook
from controller.games.par import percent
from controller.games.registry import game_of
from controller.table.staff.settings import TableSettings

SHIPPED = Path(config.__file__).parent / "profiles"
SHARE = re.compile(r"\d{1,6}/[1-9]\d{0,5}", re.ASCII)
HEADING = re.compile(r"\[+([^\[\]]+)\]+\s*(#.*)?")


class Bound(Strict):
    """What a setting may be. One that may be none, and is, passes every `most`."""

    least: int | None = None
    most: int | None = None

    def holds(self, value: object) -> bool:
        """Whether this value is within it."""
        if not isinstance(value, int):
            return self.most is None and self.least is None
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


def _share(value: object) -> Fraction:
    """`"85/100"`."""
    if not isinstance(value, str) or not SHARE.fullmatch(value) or (share := Fraction(value)) > 1:
        raise ValueError('must be a share such as "85/100", from "0/1" to "1/1"')
    return share


Share = Annotated[Fraction, BeforeValidator(_share)]


class LeastReturns(Strict):
    """What every bet has to return of what is staked; one that returns all of it, as free odds do, is not meant."""

    least: Share | None = None
    most: Share | None = None


class Profile(Strict):
    """The wishes of one law, or of one house."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,30}$")]
    title: str
    source: Literal["", "ny", "pa", "nj", "md", "on", "au", "gb"] = ""
    """Whose requirements are asked of the machine; none: all fifty are told, and nothing is asked."""
    settings: dict[str, Any] = {}
    """Of the table, turned together."""
    bounds: dict[str, Bound] = {}
    """Setting of the table → what it may be."""
    needs: list[str] = []
    """Keys of `cabinet.toml` that have to be there."""
    returns: LeastReturns = LeastReturns()


class ProfileFile:
    """A profile and the text that it was read from, so that what is wrong is named by its line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = read_text(path)
        self.profile = validate(Profile, parse_toml(self.text, str(path)), str(path))
        self._check()

    def _check(self) -> None:
        """Of itself: settings that there are, and within its own bounds."""
        profile = self.profile
        for table in ("settings", "bounds"):
            for name in getattr(profile, table):
                if name not in TableSettings.model_fields:
                    raise BadFile(f"{self.line(table, name)}: the table has no setting {name[:40]}")
        try:
            TableSettings.model_validate(profile.settings)
        except ValidationError as error:
            raise BadFile(f"{self.path}: settings: {complaint(error)}") from None
        for name, bound in profile.bounds.items():
            if bound.least is not None and bound.most is not None and bound.least > bound.most:
                raise BadFile(
                    f"{self.line('bounds', name)}: contradicts itself: at least {bound.least}, at most {bound.most}"
                )
        self.check_settings(profile.settings, lambda name: self.line("settings", name))
        returns = profile.returns
        if returns.least is not None and returns.most is not None and returns.least > returns.most:
            raise BadFile(f"{self.line('returns', 'least')} contradicts {self.line('returns', 'most')}")

    def line(self, table: str, key: str) -> str:
        """`uk.toml:12: least_round = 72`."""
        return line_of(self.path, self.text, table, key)

    def check_settings(self, settings: Mapping[str, Any], said_at: Any) -> None:
        """Settings that somebody wants; BadFile with both lines where this profile forbids one."""
        for name, bound in self.profile.bounds.items():
            if name in settings and not bound.holds(settings[name]):
                raise BadFile(f"{said_at(name)} contradicts {self.line('bounds', name)} of profile {self.profile.name}")

    def check_book(self, book: GameBook, path: Path) -> None:
        """A rule book; BadFile with both lines where a bet returns what this profile forbids."""
        for bet, returned, wrong in self.forbidden_returns(book):
            there = line_of_bet(path, bet)
            raise BadFile(f"{there} returns {percent(returned, 4)} % and contradicts {self.line('returns', wrong)}")

    def forbidden_returns(self, book: GameBook) -> list[tuple[str, Fraction, str]]:
        """The bets that return more or less than they may; each with what it returns, and which end it is beyond."""
        wanted = self.profile.returns
        if wanted.least is None and wanted.most is None:
            return []
        found = ((bet, returned, _outside(returned, wanted)) for bet, returned in _returns(book).items())
        return [row for row in found if row[2]]

    def in_force(self, turned: Mapping[str, Any]) -> dict[str, Any]:
        """What a table begins with by this profile, and by what somebody turned besides."""
        return {**TableSettings().model_dump(), **self.profile.settings, **turned}


def _returns(book: GameBook) -> dict[str, Fraction]:
    """Of every bet that keeps something."""
    sheet = game_of(book).par_sheet(book, None)
    return {bet: figures.returned for bet, figures in sheet.bets.items() if figures.returned != 1}


def _outside(returned: Fraction, wanted: LeastReturns) -> str:
    """Which end it is beyond, if one."""
    if wanted.least is not None and returned < wanted.least:
        return "least"
    return "most" if wanted.most is not None and returned > wanted.most else ""


def line_of_bet(path: Path, bet: str) -> str:
    """Where the book prices it: under its own name, or that of its kind (`place:N`, `hop_easy`, `straight`)."""
    first = re.escape(bet.partition(":")[0])
    own = re.compile(rf'\[bets\."?{re.escape(bet)}"?\]')
    kind = re.compile(rf'\[bets\."?{first}(:N)?"?\]|\[bets\."?{first}|{first}\s*=')
    lines = [line.partition("#")[0].strip() for line in read_text(path).splitlines()]
    for named in (own, kind):
        for number, line in enumerate(lines, 1):
            if named.match(line):
                return f"{path.name}:{number}: {line} ({bet})"
    return f"{path.name}: {bet}"


def line_of(path: Path, text: str, table: str, key: str) -> str:
    """The line of a key in a table, or of the heading where no key is named; `(not there)` where there is none."""
    here = ""
    for number, line in enumerate(text.splitlines(), 1):
        heading = HEADING.fullmatch(line.strip())
        here = heading[1].strip() if heading else here
        found = not key if heading else bool(key) and re.match(rf"{re.escape(key)}\s*=", line.strip())
        if here == table and found:
            return f"{path.name}:{number}: {line.partition('#')[0].strip()}"
    return f"{path.name} (not there)"


def profile_names() -> list[str]:
    """Those that come with us."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


@cache
def find_profile(name_or_path: str) -> ProfileFile:
    """By its name or by its path; BadFile says what is wrong with it."""
    if name_or_path in profile_names():
        return ProfileFile(SHIPPED / f"{name_or_path}.toml")
    if not name_or_path.endswith(".toml"):
        raise BadFile(f"no profile is called {name_or_path[:40]!r}; there is {', '.join(profile_names())}, or a path")
    return ProfileFile(Path(name_or_path))


def source_of(profile: Profile) -> str:
    """What is read there."""
    return SOURCES.get(profile.source, "no law is asked about")
