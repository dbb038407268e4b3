"""The process of the service menu: the line to the controller on one side, its page on the other, one loop."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import structlog
import zmq.asyncio

from config.screens import PeerKeys, ScreenSettings
from config.text.languages import language_names
from controller.protocol.message import Message
from controller.protocol.stations.version_1 import TO_OPERATOR, StationHello, StationWelcome, ToOperator
from terminals.common.lifetime import run_screen
from terminals.common.link import ControllerLine
from terminals.common.past import PastQuestions
from terminals.common.web import Page, Screen
from terminals.menu.desk import MenuDesk
from terminals.menu.past import NO_SESSION, PATIENCE, ask_past
from terminals.menu.said import PastSaid, SetTouchSaid, read_said
from terminals.menu.setting import MenuTouch
from terminals.touch.asking import AskingRoot
from terminals.touch.desk import CrossSaid, TouchDesk

FOLDER = Path(__file__).parent / "page"
LOOK_EVERY = 0.5

log = structlog.get_logger()


class Menu:
    """The process."""

    def __init__(self, settings: ScreenSettings, keys: PeerKeys | None, page_key: str) -> None:
        self._settings = settings
        self._context = zmq.asyncio.Context()
        self._desk = MenuDesk(self._tell, self._say)
        self._line: ControllerLine[ToOperator] = ControllerLine(
            self._context,
            settings.operator_commands or settings.commands,
            settings.broadcasts,
            keys,
            TO_OPERATOR,
            hello=lambda: StationHello(software="boxcars-operator"),
            welcome=StationWelcome,
            hear=self._desk.hear,
            see=self._desk.see,
            changed=self._desk.line,
        )
        self._records = PastQuestions(self._context, settings.operator_records, keys, PATIENCE)
        self._readings: set[asyncio.Task[None]] = set()
        self._screen = Screen(FOLDER, page_key, self._greet, self._heard, self._desk.gone)
        asking = AskingRoot(Path(settings.touch), Path(settings.kiosk))
        self._crosses = TouchDesk(asking, lambda: self._screen.port, self._tell)
        self._touch = MenuTouch(self._crosses, self._desk)

    async def run(self, port: int) -> None:
        """Until SIGTERM or SIGINT."""
        await run_screen(
            "service menu", self._screen, port, self._context, self._line.run, self._look_around, self._crosses.run
        )

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self._desk.look_around()
            self._touch.look_around()

    # ---- the controller ----

    def _say(self, message: Message) -> bool:
        return self._line.say(message)

    # ---- the page ----

    def _tell(self, message: dict[str, Any]) -> None:
        self._screen.tell(message)

    def _greet(self) -> list[dict[str, Any]]:
        look = {
            "kind": "look",
            "languages": self._settings.languages,
            "names": language_names(),
            "money": self._settings.money.model_dump(mode="json"),
        }
        return [look, *self._desk.greet(), *self._crosses.greet()]

    async def _heard(self, page: Page, said: dict[str, Any]) -> None:
        found = read_said(said)
        if isinstance(found, str):
            log.warning("a page said what no page says", where=found)  # never what it said: it may hold a PIN
            page.tell({"kind": "nonsense", "tag": said.get("tag"), "where": found})
        elif isinstance(found, SetTouchSaid):
            self._touch.begin(page, found)
        elif isinstance(found, CrossSaid):
            self._crosses.hear(found)
        elif isinstance(found, PastSaid):
            self._reading(self._ask_past(page, found))
        else:
            self._desk.hear_page(page, found)

    def _reading(self, question: Coroutine[Any, Any, None]) -> None:
        """Beside the page's next words, for the records process may take its time."""
        task = asyncio.create_task(question)
        self._readings.add(task)
        task.add_done_callback(self._readings.discard)

    async def _ask_past(self, page: Page, said: PastSaid) -> None:
        who = self._desk.who_at(page)
        told = await ask_past(self._records, who, said.about, said.asks) if who else NO_SESSION
        now = self._desk.who_at(page)
        if told is NO_SESSION or (who and now and now.session == who.session):
            page.tell({"kind": "answer", "tag": said.tag, **told})
