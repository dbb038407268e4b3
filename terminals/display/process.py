"""The process of the screen over the dome: it listens, and shows what everybody may see."""

from pathlib import Path
from typing import Any

import structlog
import zmq.asyncio

from config.screens import PeerKeys, ScreenSettings
from controller.protocol.client import is_old
from controller.protocol.public import TableNow
from controller.protocol.terminals.version_1 import TO_DISPLAY, Book, BookWanted, SnapshotWanted, ToDisplay
from terminals.common.languages import spoken
from terminals.common.lifetime import run_screen
from terminals.common.link import ControllerLine
from terminals.common.web import Page, Screen

FOLDER = Path(__file__).parent / "page"

log = structlog.get_logger()


class Display:
    """The process."""

    def __init__(self, settings: ScreenSettings, keys: PeerKeys | None, page_key: str) -> None:
        self._settings = settings
        self._languages: list[str] = list(settings.languages)
        self._context = zmq.asyncio.Context()
        self._table: TableNow | None = None
        self._book: Book | None = None
        self._line: ControllerLine[ToDisplay] = ControllerLine(
            self._context,
            settings.display_commands or settings.commands,
            settings.broadcasts,
            keys,
            TO_DISPLAY,
            hello=SnapshotWanted,
            welcome=TableNow,
            hear=self._hear,
            see=self._see,
            changed=lambda _: self._screen.tell(self._link()),
        )
        self._screen = Screen(FOLDER, page_key, self._greet, _heard, house=settings.house, sounds=settings.sounds)

    async def run(self, port: int) -> None:
        """Until SIGTERM or SIGINT."""
        await run_screen("display", self._screen, port, self._context, self._line.run)

    def _hear(self, message: ToDisplay) -> None:
        if isinstance(message, TableNow):
            self._see(message)
        elif isinstance(message, Book):
            self._book = message
            self._screen.tell(self._offer())

    def _see(self, table: TableNow) -> None:
        if is_old(table, self._table):
            return
        self._table = table
        languages = spoken(self._settings.languages, table.languages)
        if languages != self._languages:
            self._languages = languages
            self._screen.tell(self._look())
        self._screen.tell(self._now())
        if self._book is None or self._book.digest != table.book:
            self._line.say(BookWanted())

    # ---- the page ----

    def _greet(self) -> list[dict[str, Any]]:
        return [self._look(), self._offer(), self._link(), self._now()]

    def _look(self) -> dict[str, Any]:
        return {
            "kind": "look",
            "languages": self._languages,
            "turns_after": self._settings.display_turns_after,
            "money": self._settings.money.model_dump(mode="json"),
            "calls": self._settings.calls in ("display", "both"),
        }

    def _link(self) -> dict[str, Any]:
        return {"kind": "link", "up": self._line.up, "why": ""}

    def _offer(self) -> dict[str, Any]:
        machine = self._book and self._book.machine
        told = machine.model_dump(mode="json") if machine else None
        return {"kind": "offer", "offer": self._book and self._book.offer, "machine": told}

    def _now(self) -> dict[str, Any]:
        table = self._table.model_dump(mode="json", exclude={"kind", "v"}) if self._table else None
        return {"kind": "table", "table": table}


async def _heard(page: Page, said: dict[str, Any]) -> None:
    """A display asks nothing."""
    log.warning("the display's page said something", said=str(said)[:200])
    page.tell({"kind": "nonsense"})
