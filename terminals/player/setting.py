"""The screen of a seat is set right: begun and put on record by the controller, for staff who asked at the menu."""

from collections.abc import Callable

from config.touch import not_set
from controller.protocol.message import Message
from controller.protocol.terminals.version_2 import Calibrate, TouchNotSet, TouchSet
from terminals.touch.desk import TouchDesk
from terminals.touch.setting import Record


class SeatTouch:
    """Of one seat."""

    def __init__(self, touch: TouchDesk, say: Callable[[Message], bool]) -> None:
        self._touch, self._say = touch, say
        self._test = ""
        """What the controller calls the setting that is under way; empty once it is told how that ended."""

    def hear(self, wanted: Calibrate) -> None:
        """Begin, or how it ended."""
        if wanted.test is not None:
            if wanted.test != self._test:
                self._touch.leave("touch_busy")
                self._test = wanted.test
                self._touch.begin(self._record, self._given_up, wanted.as_delivered)
        elif self._test:
            test, self._test = self._test, ""
            if wanted.kept == test:
                self._touch.recorded(True)
            else:
                self._touch.recorded(False, "not_wanted")
                self._touch.leave("not_wanted")

    def line_lost(self) -> None:
        """Nobody can put it on record; the controller has broken it off."""
        self._test = ""
        self._touch.recorded(False, "line")
        self._touch.leave("line")

    def _record(self, record: Record) -> None:
        self._say(TouchSet(test=self._test, before=record.before, after=record.after))

    def _given_up(self, why: str) -> None:
        """Only while somebody waits for it."""
        test, self._test = self._test, ""
        if test:
            self._say(TouchNotSet(test=test, cause=not_set(why)))
