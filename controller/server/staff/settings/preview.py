"""A change of settings in two steps: first what it would do, then, named by the token of that, the change itself."""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any, NamedTuple

from config.text.sentence import Sentence, about_of
from controller.facts.staff_kinds import SettingsChanged
from controller.games.interface import Returned
from controller.protocol.stations.views import Exposed, GoesBack, Preview, ReturnSeen, Turned
from controller.server.staff.settings.cap_check import CapCheck, Figures, ReturnsFound
from controller.server.staff.settings.shown import with_book
from controller.server.staff.settings.together import why_impossible
from controller.table.staff.act import OperatorAct
from controller.table.staff.change_settings import ChangeSettings, of_the_game
from controller.table.state import Table
from controller.table.work import Refuse, Work

MOST_KEPT = 32
"""Previews whose figures are still known; one that is older is asked for again."""

Change = Mapping[str, Any]


class Looked(NamedTuple):
    """A preview on its way."""

    change: dict[str, Any]
    found: "Future[ReturnsFound]"


class SettingsPreview:
    """What was looked at, and what was found."""

    def __init__(self, cap_check: CapCheck) -> None:
        self._cap_check = cap_check
        self._secret = secrets.token_bytes(16)
        self._found: dict[str, dict[str, str]] = {}

    def begin(self, table: Table, change: Change) -> Looked | Preview:
        """Work it out beside the loop; or say at once what is wrong with it."""
        whole = with_book(change, table.game.name)
        if isinstance(whole, str):
            return refused("bad_setting", whole)
        impossible = why_impossible(table, whole)
        if impossible is not None:
            return refused("bad_setting", impossible)
        of_game, rules = of_the_game(whole, table.game.course), table.game.rules()
        then = table.game.returns_wanted(of_game) or rules
        return Looked(whole, self._cap_check.begin(table.game.name, rules, then, of_game))

    def end(self, table: Table, looked: Looked, session: str, asked: Change) -> Preview:
        """What it would do to the table as it is now."""
        found = looked.found.result()
        self._cap_check.take_over(found)
        rows = _rows(found.now, found.then)
        tried = _try(table, looked.change, found.returns)
        if isinstance(tried, Refuse):
            return refused(tried.code, Sentence(tried.reason, tried.details), rows)
        turned = next((told for told in tried if isinstance(told, SettingsChanged)), None)
        if turned is None:
            return refused("nothing_changed", "these settings are in force already", rows)
        back = _goes_back([told for told in tried if isinstance(told, Returned)])
        token = self._token(table, session, asked)
        self._remember(token, found.returns)
        return Preview(
            ok=True,
            code="ok",
            reason="",
            confirm=token,
            turned=_turned(turned),
            returns=rows,
            returns_wagers=_said(back),
            goes_back=back,
            exposed=_exposed(table, found.exposed, turned),
        )

    def confirmed(self, table: Table, session: str, asked: Change, token: str) -> tuple[str, str] | dict[str, Any]:
        """What goes into the event: the whole change and what was found of it; or why it is not confirmed."""
        whole = with_book(asked, table.game.name)
        if isinstance(whole, str):
            return "bad_setting", whole
        if token not in self._found:
            return "preview_first", "look at what this would do, then confirm it with what that gave"
        if not hmac.compare_digest(token, self._token(table, session, asked)):
            return "preview_stale", "the rules, the settings or the change are others than those looked at: look again"
        return {"change": whole, "returns": self._found[token]}

    def _remember(self, token: str, returns: dict[str, str]) -> None:
        self._found[token] = returns
        while len(self._found) > MOST_KEPT:
            del self._found[next(iter(self._found))]

    def _token(self, table: Table, session: str, change: Change) -> str:
        """Of this change, by this person, to these rules."""
        about = [session, table.game.settings(), table.settings.model_dump(), dict(change)]
        text = json.dumps(about, sort_keys=True).encode()
        return hmac.new(self._secret, text, hashlib.sha256).hexdigest()[:32]


def refused(code: str, reason: str, rows: tuple[ReturnSeen, ...] = ()) -> Preview:
    """It cannot be done, and why; the figures are shown all the same."""
    return Preview(
        ok=False,
        code=code,
        reason=reason[:600],
        about=about_of(reason),
        confirm="",
        turned=(),
        returns=rows,
        returns_wagers="",
    )


def _try(table: Table, change: dict[str, Any], returns: dict[str, str]) -> list[Any] | Refuse:
    """The act itself, on a fork that is thrown away. That it is not done in this phase is told when it is tried."""
    work = Work(table.fork())
    act = ChangeSettings(change=change, returns=returns)
    try:
        act.do(work, OperatorAct("preview", 1, "nobody", "supervisor", act))
    except Refuse as refuse:
        return refuse
    return work.decisions


def _turned(told: SettingsChanged) -> tuple[Turned, ...]:
    """Old and new. That the digest of the book is another one says nothing to a person while the book is the same."""
    rows = {name: (told.old.get(name), new) for name, new in told.new.items()}
    if "rulebook" in rows and len({str(text).partition(" ")[0] for text in rows["rulebook"]}) == 1:
        del rows["rulebook"]
    return tuple(Turned(name=name, old=old, new=new) for name, (old, new) in rows.items())


def _rows(now: Figures, then: Figures) -> tuple[ReturnSeen, ...]:
    rows = []
    for bet in {**now, **then}:
        old, new = now.get(bet), then.get(bet)
        rows.append(
            ReturnSeen(
                bet=bet,
                now=old and old[0],
                then=new and new[0],
                edge_now=old and old[1],
                edge_then=new and new[1],
            )
        )
    return tuple(rows)


def _goes_back(returned: list[Returned]) -> GoesBack:
    seats = len({row.seat for row in returned})
    return GoesBack(wagers=len(returned), seats=seats, amount=sum(row.amount for row in returned))


def _exposed(table: Table, seat: tuple[int, int], told: SettingsChanged) -> Exposed:
    """Of all seats, and no more than the house lets all wagers win together."""
    limit = table.settings.liability_limit
    limits = (limit, told.new.get("liability_limit", limit))
    now, then = (
        len(table.seats) * one if most is None else min(most, len(table.seats) * one)
        for one, most in zip(seat, limits, strict=True)
    )
    return Exposed(now=now, then=then)


def _said(back: GoesBack) -> str:
    if not back.wagers:
        return "no wager goes back"
    return f"{back.wagers} wagers of {back.seats} seats go back, {back.amount} in all"
