"""A letter in the house's language, of the words that the floor's page has."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import Any

from config.floor import Notices
from controller.floor.notices.due import ALARMS, Happening, Letter
from controller.floor.screen.pages import FOLDER, SCREENS

CATALOGUES = (SCREENS / "common/page/words", SCREENS / "menu/page/menu-words", FOLDER / "floor-words")
MOST_LINES = 100


def written(letter: Letter, notices: Notices, floor: str, life: str) -> EmailMessage:
    """To be sent."""
    words = _words(notices.language)
    first, more = letter.about[0], len(letter.about) - 1
    subject = words["floor.notice.subject"].format(floor=floor, what=_what(words, first))
    subject += words["floor.notice.more"].format(n=more) if more else ""
    return _message(
        notices, letter.rule.to, subject, [_line(words, one) for one in letter.about[:MOST_LINES]], words, life
    )


def trial(to: list[str], notices: Notices, floor: str, life: str) -> EmailMessage:
    """So that who sets it up sees it arrive."""
    words = _words(notices.language)
    subject = words["floor.notice.subject"].format(floor=floor, what=words["floor.notice.trial"])
    return _message(notices, to, subject, [words["floor.notice.trial.text"]], words, life)


def _message(
    notices: Notices, to: list[str], subject: str, lines: list[str], words: Mapping[str, str], life: str
) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = notices.sender, ", ".join(to)
    demo = "" if life == "live" else f"{words['floor.notice.demo']} "
    message["Subject"] = demo + subject
    message["Auto-Submitted"] = "auto-generated"
    message.set_content("\n".join([*lines, "", words["floor.notice.end"]]) + "\n")
    return message


def _what(words: Mapping[str, str], one: Happening) -> str:
    return " · ".join(part for part in (one.cabinet, _seat(words, one), _said(words, one)) if part)


def _line(words: Mapping[str, str], one: Happening) -> str:
    who = "" if one.who == ALARMS else words[f"op.role.{one.who}"]
    clock = datetime.fromtimestamp(one.since / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    since = words["floor.notice.since"].format(clock=clock)
    return " · ".join(part for part in (one.cabinet, _seat(words, one), who, _said(words, one), since) if part)


def _seat(words: Mapping[str, str], one: Happening) -> str:
    return words["seat"].format(n=one.seat) if one.seat else ""


def _said(words: Mapping[str, str], one: Happening) -> str:
    """A hold as the cabinet's own screens say it; a line needs no full stop."""
    if one.who == ALARMS:
        return words.get(f"floor.found.{one.what}", one.what)
    keys = (f"hold.{one.what}.{one.game}", f"hold.{one.what}", f"floor.hold.{one.what}")
    return next((words[key] for key in keys if key in words), one.what).rstrip(".。")


@cache
def _words(language: str) -> Mapping[str, str]:
    found: dict[str, Any] = {}
    for folder in CATALOGUES:
        found |= json.loads(Path(folder / f"{language}.json").read_text())
    return found
