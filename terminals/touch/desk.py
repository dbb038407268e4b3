"""Where the process of a screen keeps the setting that is under way: between its page, root, and who wanted it."""

import asyncio
import time
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from terminals.touch.asking import AskingRoot
from terminals.touch.setting import Record, ScreenSetting

LOOKED_EVERY = 0.1
Part = Annotated[float, Field(ge=-1.0, le=2.0)]
"""Of width or height; a screen that is far off may say that it was touched beside itself."""


class CrossSaid(BaseModel):
    """The page was touched here, while it shows crosses; or whoever stands there has enough."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    kind: Literal["cross"]
    across: Part | None = None
    down: Part | None = None


class TouchDesk:
    """Of one process."""

    def __init__(
        self,
        asking: AskingRoot,
        port: Callable[[], int],
        tell: Callable[[dict[str, Any]], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`port`: of our page; `tell` is to all pages."""
        self._asking, self._port, self._tell, self._clock = asking, port, tell, clock
        self._setting: ScreenSetting | None = None
        self._begun = asyncio.Event()
        self._last: dict[str, Any] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether one is under way, and not only its last words."""
        return self._setting is not None and self._setting.state != "over"

    def why_not(self) -> str:
        """Why no setting can begin here; empty: one can."""
        if self.is_busy:
            return "touch_busy"
        return "" if self._asking.is_here(self._port()) else "no_kiosk"

    def begin(self, record: Callable[[Record], None], given_up: Callable[[str], None], as_delivered: bool) -> None:
        """A person wants this screen set right; given up at once where it cannot be."""
        why = self.why_not()
        if why:
            given_up(why)
            return
        self._asking.forget()
        self._setting = ScreenSetting(self._asking.ask, record, given_up, self._clock, as_delivered)
        self._begun.set()
        self.look_around()

    def recorded(self, ok: bool, why: str = "") -> None:
        """What became of what `record` was told."""
        if self._setting is not None:
            self._setting.recorded(ok, why)
            self._show()

    def leave(self, why: str) -> None:
        """It is not wanted any more."""
        if self._setting is not None:
            self._setting.leave(why)
            self._show()

    def hear(self, said: CrossSaid) -> None:
        """What a page says."""
        setting = self._setting
        if setting is None:
            return
        if setting.state == "over":
            self._setting = None
        elif said.across is None or said.down is None:
            setting.leave()
        else:
            setting.tapped((said.across, said.down))
        self._show()

    def look_around(self) -> None:
        """What root has answered, and who has been waited for long enough."""
        setting = self._setting
        if setting is None:
            return
        answer = self._asking.heard()
        if answer is not None:
            setting.answered(answer)
        if not setting.look_around():
            self._setting = None
        self._show()

    async def run(self) -> None:
        """For as long as the process lives; looks only while there is something to look for."""
        while True:
            await self._begun.wait()
            self._begun.clear()
            while self._setting is not None:
                await asyncio.sleep(LOOKED_EVERY)
                self.look_around()

    def greet(self) -> list[dict[str, Any]]:
        """For a page that has just come, while there is something to be drawn."""
        return [self._told()] if self._setting else []

    def _told(self) -> dict[str, Any]:
        return {"kind": "crosses", "crosses": self._setting.told() if self._setting else None}

    def _show(self) -> None:
        told = self._told()
        seen = {**told, "crosses": told["crosses"] and {**told["crosses"], "left_ms": 0}}
        if seen != self._last:
            self._last = seen
            self._tell(told)
