"""The process of one terminal: the line to the controller on one side, its page on the other, one loop."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import structlog
import zmq.asyncio

from config.screens import Keys, ScreenSettings
from controller.protocol.message import Message
from controller.protocol.terminals.version_1 import Heartbeat, NotTaken
from controller.protocol.terminals.version_2 import TO_TERMINAL, CallService, PagesOpen, ToTerminal
from terminals.common.languages import spoken
from terminals.common.lifetime import end_wanted, run_until
from terminals.common.link import ControllerLine, listen
from terminals.common.past import NoRecords, Records
from terminals.common.watched import show_life
from terminals.common.web import Page, Screen
from terminals.player.acts import Ask, Touched, read_act
from terminals.player.pulse import Pulse
from terminals.player.seat import TerminalSeat

FOLDER = Path(__file__).parent / "page"
ASKED_AGAIN = 10.0
"""Seconds after which records that did not answer are asked again."""

log = structlog.get_logger()


class Terminal:
    """One seat's process."""

    def __init__(self, settings: ScreenSettings, seat: int, keys: Keys | None, page_key: str) -> None:
        self._settings, self._keys = settings, keys
        self._pulse = Pulse()
        self._tells_health = True
        self._pages_told: int | None = None
        self._ending = False
        """The line is closed, and the pages are let go."""
        self._context = zmq.asyncio.Context()
        self._seat = TerminalSeat(seat, self._tell, self._tell_one, self._say)
        self._line: ControllerLine[ToTerminal] = ControllerLine(
            self._context,
            settings.commands,
            keys,
            TO_TERMINAL,
            hello=self._seat.hello,
            heartbeat=self._beat,
            hear=self._hear,
            changed=self._line_moved,
        )
        self._records = Records(self._context, settings.records, keys, seat)
        self._screen = Screen(FOLDER, page_key, self._greet, self._heard, counted=self._tell_pages)
        self._remembering: asyncio.Task[None] | None = None
        self._languages: list[str] = list(settings.languages)

    async def run(self, port: int) -> None:
        """Until SIGTERM or SIGINT."""
        stop = end_wanted()
        found = await self._screen.serve(port)
        log.info("terminal ready", seat=self._seat.number, address=f"http://127.0.0.1:{found}/")
        try:
            await run_until(
                stop,
                show_life(f"seat {self._seat.number}, page at port {found}"),
                self._line.run(),
                listen(self._context, self._settings.broadcasts, self._keys, self._broadcast),
            )
        finally:
            if self._remembering is not None:
                self._remembering.cancel()
                await asyncio.wait([self._remembering])
            self._ending = True
            await self._screen.close()
            self._context.destroy(linger=0)

    # ---- the controller ----

    def _say(self, message: Message) -> bool:
        return self._line.say(message)

    def _beat(self) -> Heartbeat:
        """Each second, and every few of them how long they take; a controller that does not know that is left alone."""
        self._tell_pages()
        health = self._pulse.health()
        if health is not None and self._tells_health:
            self._say(health)
        return self._pulse.beat()

    def _tell_pages(self) -> None:
        """When it has changed, before anything that a page just opened asks for; and again now and then."""
        pages = self._screen.pages
        wanted = self._tells_health and self._line.up and not self._ending
        if wanted and (pages != self._pages_told or self._pulse.is_time_to_tell()):
            self._pages_told = pages
            self._say(PagesOpen(pages=pages))

    def _hear(self, message: ToTerminal) -> bool:
        match message:
            case Heartbeat():
                self._pulse.came_back(message)
            case NotTaken(code="hello_first"):
                self._line.doubt()
                return False
            case NotTaken(code="taken_over"):
                self._line.rest()
            case NotTaken(code="bad_message"):
                self._tells_health = False
            case _:
                pass
        return self._seat.hear(message)

    def _line_moved(self, up: bool) -> None:
        """Whenever the line comes up, rounds may have ended unheard: the journal tells of them."""
        self._seat.line(up)
        self._tells_health = up  # another controller may know more than the last
        self._pages_told = None
        self._tell_pages()
        self._look_back()

    def _look_back(self) -> None:
        """Ask the journal, if it can tell something new."""
        to = self._seat.asks_past()
        if to is not None and self._remembering is None and self._settings.records is not None:
            self._remembering = asyncio.create_task(self._remember(to))

    async def _remember(self, to: int) -> None:
        try:
            self._seat.recall(await self._records.memory(), to)
        except NoRecords as error:
            log.info("the last rounds are not shown yet", why=str(error))
            await asyncio.sleep(ASKED_AGAIN)
        finally:
            self._remembering = None

    def _broadcast(self, table: Any) -> None:
        """Only from the controller that has welcomed us; another epoch means that it is a new one."""
        if self._seat.table is None:
            return
        if table.epoch != self._seat.table.epoch:
            if self._line.up:
                self._line.doubt()
            return
        self._seat.see(table)
        self._look_back()
        self._speak(table.languages)

    def _speak(self, wanted: Sequence[str]) -> None:
        """The table's languages may be turned in play: the page is told when they are others."""
        languages = spoken(self._settings.languages, wanted)
        if languages != self._languages:
            self._languages = languages
            self._screen.tell(self._look())

    # ---- the page ----

    def _tell(self, message: dict[str, Any]) -> None:
        self._screen.tell(message)

    def _tell_one(self, message: dict[str, Any]) -> None:
        self._screen.tell_one(message)

    def _greet(self) -> list[dict[str, Any]]:
        return [self._look(), self._seat.offer(), self._seat.snapshot()]

    def _look(self) -> dict[str, Any]:
        money = self._settings.money.model_dump(mode="json")
        return {"kind": "look", "languages": self._languages, "money": money}

    async def _heard(self, page: Page, said: dict[str, Any]) -> None:
        act = read_act(said)
        if act is None:
            log.warning("a page said what no page says", said=str(said)[:200])
            page.tell({"kind": "nonsense"})
        elif isinstance(act, Touched):
            self._seat.touched(act)
        elif not isinstance(act, Ask):
            self._seat.do(act)
        elif act.kind == "come_back":
            self._line.come_back()
        elif act.kind == "call_service":
            self._say(CallService())
        else:
            await self._ask(page, act.kind)

    async def _ask(self, page: Page, what: str) -> None:
        """What the records process knows; the page does without when it is away."""
        try:
            told = await (self._records.help() if what == "help" else self._records.past())
        except NoRecords as error:
            page.tell({"kind": what, "why": str(error)})
            return
        page.tell({"kind": what, **told})
