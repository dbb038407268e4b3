"""The process of one terminal: the line to the controller on one side, its page on the other, one loop."""

import asyncio
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

import structlog
import zmq.asyncio

from config.screens import PeerKeys, ScreenSettings
from controller.protocol.message import Message
from controller.protocol.public import TableNow
from controller.protocol.terminals.answers import NotTaken
from controller.protocol.terminals.version_1 import Heartbeat
from controller.protocol.terminals.version_2 import TO_TERMINAL, Calibrate, CallService, PagesOpen, ToTerminal, Welcome
from terminals.common.languages import spoken
from terminals.common.lifetime import run_screen
from terminals.common.link import ControllerLine
from terminals.common.past import NoRecords, SeatPast
from terminals.common.web import Page, Screen
from terminals.player.acts import Keep, PageAct, Past, Touched, read_act
from terminals.player.pulse import Pulse
from terminals.player.seat import TerminalSeat
from terminals.player.setting import SeatTouch
from terminals.touch.asking import AskingRoot
from terminals.touch.desk import CrossSaid, TouchDesk

FOLDER = Path(__file__).parent / "page"
ASKED_AGAIN = 10.0
"""Seconds after which records that did not answer are asked again."""

log = structlog.get_logger()


class Terminal:
    """One seat's process."""

    def __init__(self, settings: ScreenSettings, seat: int, keys: PeerKeys | None, page_key: str) -> None:
        self._settings = settings
        self._pulse = Pulse()
        self._tells_health = True
        self._pages_told: int | None = None
        self._context = zmq.asyncio.Context()
        self._seat = TerminalSeat(seat, self._tell, self._tell_one, self._say)
        self._line: ControllerLine[ToTerminal] = ControllerLine(
            self._context,
            settings.commands,
            settings.broadcasts,
            keys,
            TO_TERMINAL,
            hello=self._seat.hello,
            welcome=Welcome,
            hear=self._hear,
            see=self._broadcast,
            changed=self._line_moved,
            heartbeat=self._beat,
        )
        self._records = SeatPast(self._context, settings.records, keys, seat)
        self._screen = Screen(
            FOLDER,
            page_key,
            self._greet,
            self._heard,
            counted=self._tell_pages,
            house=settings.house,
            sounds=settings.sounds,
        )
        asking = AskingRoot(Path(settings.touch), Path(settings.kiosk))
        self._crosses = TouchDesk(asking, lambda: self._screen.port, self._tell)
        self._touch = SeatTouch(self._crosses, self._say)
        self._calls = settings.calls in ("terminals", "both")
        self._looks_back = asyncio.Event()
        self._languages: list[str] = list(settings.languages)

    async def run(self, port: int) -> None:
        """Until SIGTERM or SIGINT."""
        what = f"terminal of seat {self._seat.number}"
        await run_screen(what, self._screen, port, self._context, self._line.run, self._remember, self._crosses.run)

    # ---- the controller ----

    def _say(self, message: Message) -> bool:
        return self._line.say(message)

    def _beat(self) -> Heartbeat:
        """Each second, and every few of them how long they take; a controller that does not know that is left alone."""
        self._tell_pages()
        self._seat.say_again()
        health = self._pulse.health()
        if health is not None and self._tells_health:
            self._say(health)
        return self._pulse.beat()

    def _tell_pages(self) -> None:
        """When it has changed, before anything that a page just opened asks for; and again now and then."""
        pages = self._screen.pages
        wanted = self._tells_health and self._line.up
        if wanted and (pages != self._pages_told or self._pulse.is_time_to_tell()):
            self._pages_told = pages
            self._say(PagesOpen(pages=pages))

    def _hear(self, message: ToTerminal) -> None:
        match message:
            case Heartbeat():
                self._pulse.came_back(message)
            case Calibrate():
                self._touch.hear(message)
            case NotTaken(code="bad_message"):
                self._tells_health = False
            case _:
                pass
        self._seat.hear(message)

    def _line_moved(self, up: bool) -> None:
        """Whenever the line comes up, rounds may have ended unheard: the journal tells of them."""
        self._seat.line(up)
        if not up:
            self._touch.line_lost()
        self._tells_health = up  # another controller may know more than the last
        self._pages_told = None
        self._tell_pages()
        self._looks_back.set()

    async def _remember(self) -> None:
        """Ask the journal, whenever it may tell something new."""
        while True:
            await self._looks_back.wait()
            self._looks_back.clear()
            to = self._seat.asks_past()
            if to is None or self._settings.records is None:
                continue
            try:
                self._seat.recall(await self._records.memory(), to)
            except NoRecords as error:
                log.info("the last rounds are not shown yet", why=str(error))
                await asyncio.sleep(ASKED_AGAIN)

    def _broadcast(self, table: TableNow) -> None:
        self._seat.see(table)
        self._looks_back.set()
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
        return [self._look(), self._seat.offer(), self._seat.snapshot(), *self._crosses.greet()]

    def _look(self) -> dict[str, Any]:
        money = self._settings.money.model_dump(mode="json")
        return {"kind": "look", "languages": self._languages, "money": money, "calls": self._calls}

    async def _heard(self, page: Page, said: dict[str, Any]) -> None:
        act = read_act(said)
        if act is None:
            log.warning("a page said what no page says", said=str(said)[:200])
            page.tell({"kind": "nonsense"})
        elif isinstance(act, Touched):
            self._seat.touched(act)
        elif isinstance(act, CrossSaid):
            self._crosses.hear(act)
        elif isinstance(act, Keep):
            self._seat.keep(act)
        elif isinstance(act, PageAct):
            self._seat.do(act)
        elif isinstance(act, Past):
            await self._ask(page, "past", self._records.past(act.pages))
        elif act.kind == "come_back":
            self._line.come_back()
        elif act.kind == "call_service":
            self._say(CallService())
        else:
            await self._ask(page, act.kind, self._records.help())

    async def _ask(self, page: Page, what: str, asked: Awaitable[dict[str, Any]]) -> None:
        """What the records process knows; the page does without when it is away."""
        try:
            told = await asked
        except NoRecords as error:
            page.tell({"kind": what, "why": str(error)})
            return
        page.tell({"kind": what, **told})
