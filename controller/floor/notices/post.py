"""Looks every few seconds what is due and hands it to the house's mail server; one that is away is asked again."""

import asyncio
import smtplib
import ssl
import time
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

import structlog

from config.floor import Notices
from controller.floor.notices.due import Due, happenings
from controller.floor.notices.letters import written
from controller.floor.store.database import FloorStoreFailure

LOOK_EVERY = 5.0
FIRST_PAUSE, LONGEST_PAUSE = 10.0, 300.0
"""Before a mail server that took nothing is asked again; each time twice as long."""
PATIENCE = 10.0

log = structlog.get_logger()


class NotSent(Exception):
    """The mail server was not there, or did not want it; the text says which."""


class Post:
    """Of one floor."""

    def __init__(self, notices: Notices, floor: str, life: str, shown: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        self._notices, self._floor, self._life, self._shown = notices, floor, life, shown
        self._due = Due(notices.rules)
        self._pause = FIRST_PAUSE
        self.unsent = 0
        """Things that should have been told by now."""

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(await self.turn())

    async def turn(self) -> float:
        """One look; returns the seconds until the next."""
        try:
            letters = self._due.look(happenings(await self._shown()), time.monotonic())
        except FloorStoreFailure:  # the floor itself says so
            return LOOK_EVERY
        self.unsent = sum(len(letter.about) for letter in letters)
        sent_all = True
        for letter in letters:
            message = written(letter, self._notices, self._floor, self._life)
            try:
                await asyncio.to_thread(send, self._notices.smtp, message)
            except NotSent as error:
                log.error("a notice could not be sent", why=str(error), to=message["To"])
                sent_all = False  # whom the others are for may be there
                continue
            self._due.told(letter, time.monotonic())
            self.unsent -= len(letter.about)
            log.info("a notice was sent", to=message["To"], about=len(letter.about))
        if sent_all:
            self._pause = FIRST_PAUSE
            return LOOK_EVERY
        pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
        return pause


def send(address: str, message: EmailMessage) -> None:
    """NotSent where not everybody gets it; who got it already gets it again then."""
    server = urlsplit(address)
    host, port = server.hostname or "", server.port or 0
    try:
        if server.scheme == "smtps":
            line: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=ssl.create_default_context())
        else:
            line = smtplib.SMTP(host, port, timeout=PATIENCE)
        with line:
            refused = line.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        raise NotSent(f"{address}: {error or type(error).__name__}") from None
    if refused:
        raise NotSent(f"{address} does not take mail for {', '.join(refused)}")
