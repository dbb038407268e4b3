"""The process of the screen over the dome: it listens, and shows what everybody may see."""

import itertools
from pathlib import Path
from typing import Any

import structlog
import zmq.asyncio

from config.screens import Keys, ScreenSettings
from controller.protocol.public import TableNow
from controller.protocol.terminals.version_1 import TO_DISPLAY, Book, BookWanted, Heartbeat, SnapshotWanted, ToDisplay
from terminals.common.languages import spoken
from terminals.common.lifetime import end_wanted, run_until
from terminals.common.link import ControllerLine, listen
from terminals.common.watched import show_life
from terminals.common.web import Page, Screen

FOLDER = Path(__file__).parent / "page"

log = structlog.get_logger()


class Display:
    """The process."""

    def __init__(self, settings: ScreenSettings, keys: Keys | None, page_key: str) -> None:
        self._settings, self._keys = settings, keys
        self._languages: list[str] = list(settings.languages)
        self._numbers = itertools.count(1)
        self._context = zmq.asyncio.Context()
        self._table: TableNow | None = None
        self._book: Book | None = None
        self._line: ControllerLine[ToDisplay] = ControllerLine(
            self._context,
            settings.display_commands or settings.commands,
            keys,
            TO_DISPLAY,
            hello=SnapshotWanted,
            heartbeat=lambda: Heartbeat(n=next(self._numbers)),
            hear=self._hear,
            changed=lambda _: self._screen.tell(self._link()),
        )
        self._screen = Screen(FOLDER, page_key, self._greet, _heard)

    async def run(self, port: int) -> None:
        """Until SIGTERM or SIGINT."""
        stop = end_wanted()
        found = await self._screen.serve(port)
        log.info("display ready", address=f"http://127.0.0.1:{found}/")
        try:
            await run_until(
                stop,
                show_life(f"page at port {found}"),
                self._line.run(),
                listen(self._context, self._settings.broadcasts, self._keys, self._see),
            )
        finally:
            await self._screen.close()
            self._context.destroy(linger=0)

    def _hear(self, message: ToDisplay) -> bool:
        if isinstance(message, TableNow):
            self._see(message)
            return True
        if isinstance(message, Book):
            self._book = message
            self._screen.tell(self._offer())
        return False

    def _see(self, table: TableNow) -> None:
        old = self._table
        if old is not None and old.epoch == table.epoch and old.seq > table.seq:
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
        }

    def _link(self) -> dict[str, Any]:
        return {"kind": "link", "up": self._line.up, "why": ""}

    def _offer(self) -> dict[str, Any]:
        return {"kind": "offer", "offer": self._book.offer if self._book else None}

    def _now(self) -> dict[str, Any]:
        table = self._table.model_dump(mode="json", exclude={"kind", "v"}) if self._table else None
        return {"kind": "table", "table": table}


async def _heard(page: Page, said: dict[str, Any]) -> None:
    """A display asks nothing."""
    log.warning("the display's page said something", said=str(said)[:200])
    page.tell({"kind": "nonsense"})
