"""A profile laid beside the machine as it is turned now: line by line, what it fulfils of what a law asks.

`boxcars profile check` looks at what a journal begins with; this looks at the settings and the rules in force.
"""

from typing import Any

from config.cabinet import Cabinet
from controller.compliance.check import WELL, CheckedLine, Machine, lines
from controller.compliance.profile import ProfileFile, find_profile, profile_names, source_of
from controller.compliance.requirements import requirements
from controller.games.book import GameBook
from controller.games.par import percent
from controller.table.staff.settings import TableSettings
from controller.vault.journal.snapshots import last_snapshot
from controller.vault.read.reader import Reader, entries

UNASKED = "none"
"""Of no law: it tells all fifty things, and asks for none."""


class NoSuchProfile(Exception):
    """None is called so on this machine."""


def profile_document(reader: Reader, cabinet: Cabinet, book: GameBook, name: str) -> dict[str, Any]:
    """By the profile of this name; without one by that which the machine was born by."""
    of_birth = cabinet.table.profile
    found_by = {one: find_profile(one) for one in dict.fromkeys((*profile_names(), *([of_birth] if of_birth else ())))}
    known = {one.profile.name: one for one in found_by.values()}
    born = found_by.get(of_birth or "")
    wanted = name or (UNASKED if born is None else born.profile.name)
    if wanted not in known:
        raise NoSuchProfile(f"no profile is called {wanted[:40]}; there is {', '.join(known)}")
    found = known[wanted]
    settings = settings_in_force(reader)
    told = lines(found, Machine(settings, cabinet.model_dump()))
    return {
        "name": wanted,
        "title": found.profile.title,
        "source": source_of(found.profile),
        "profiles": [{"name": one, "title": of.profile.title} for one, of in known.items()],
        "born": None if born is None else born.profile.name,
        "well": sum(line.stands in WELL for line in told),
        "returns": _returns(found, book),
        "lines": [_line(line, settings) for line in told],
    }


def settings_in_force(reader: Reader) -> dict[str, Any]:
    """Those of the last snapshot, and what was turned since."""
    with reader.view() as connection:
        snapshot = last_snapshot(connection, str(reader.file))
        settings: dict[str, Any] = TableSettings().model_dump() | snapshot.data["state"]["steady"]["settings"]
        turned = "select distinct seq from event_log where kind = 'settings' and seq > ? order by seq"
        for (seq,) in connection.execute(turned, (snapshot.seq,)).fetchall():
            for row in next(iter(entries(connection, seq, seq)))["decisions"]:
                if row["type"] == "SettingsChanged":
                    settings |= {name: new for name, new in row["new"].items() if name in TableSettings.model_fields}
    return settings


def _line(line: CheckedLine, settings: dict[str, Any]) -> dict[str, Any]:
    setting = requirements()[line.name].setting
    return {
        "name": line.name,
        "asks": line.asks,
        "section": line.section,
        "stands": line.stands,
        "setting": setting,
        "value": settings.get(setting),
        "tests": [test.rpartition("::")[2] for test in line.tests],
    }


def _returns(profile: ProfileFile, book: GameBook) -> list[dict[str, Any]]:
    """The bets of the book in force that return what this profile forbids."""
    outside = profile.forbidden_returns(book)
    return [{"bet": bet, "returns": percent(share, 4), "which": which} for bet, share, which in outside]
