"""Which seat's screen a technician has touched all over, or set right, and what its terminal was told of that."""

from collections.abc import Callable

from controller.protocol.message import Message
from controller.protocol.terminals import version_1 as wire
from controller.protocol.terminals import version_2 as second
from controller.server.loop.hub import Hub
from controller.table.service.events import TouchNotSet, TouchSet, TouchTested
from controller.table.service.state import Trial
from controller.table.service.trials import CALIBRATE, OF_A_SCREEN, TOUCH

Screens = wire.FieldsTouched | second.TouchSet | second.TouchNotSet


class ScreenTests:
    """One at a time, as the table has it."""

    def __init__(self, say: Callable[[Hub, int, Message], None], speaks: Callable[[int], int | None]) -> None:
        """`say` is to the terminal of a seat; `speaks`: the version of the wire that it speaks, if it is here."""
        self._say, self._speaks = say, speaks
        self._told: Trial | None = None
        """What is wanted, as its terminal was told."""
        self._kept: dict[int, str] = {}
        """Seat → the name of its last setting that came on record."""

    @property
    def seat(self) -> int | None:
        """Whose screen it is."""
        return None if self._told is None else self._told.seat

    def hear(self, hub: Hub, seat: int, message: Screens) -> None:
        """What a terminal says of its screen."""
        match message:
            case second.TouchSet(test=test, before=before, after=after):
                wanted = hub.table.trial
                hub.apply(TouchSet(seat, test, before, after))
                if wanted is not None and wanted.name == test and hub.table.trial is None:
                    self._kept[seat] = test
            case second.TouchNotSet(test=test, cause=cause):
                hub.apply(TouchNotSet(seat, test, cause))
            case _:
                hub.apply(TouchTested(seat, message.test, message.touched, message.fields))

    def tell(self, hub: Hub) -> None:
        """After each turn, where it has changed: whoever was told is told that it is over."""
        trial = hub.table.trial
        wanted = trial if trial is not None and trial.what in OF_A_SCREEN else None
        if wanted == self._told:
            return
        before, self._told = self._told, wanted
        if before is not None:
            self._over(hub, before.seat, before.what)
        if wanted is not None:
            self._begun(hub, wanted)

    def welcome(self, hub: Hub, seat: int) -> None:
        """To a terminal that has just come."""
        if self._told is not None and self._told.seat == seat:
            self._begun(hub, self._told)

    def again(self, hub: Hub, seat: int) -> None:
        """To one that may have missed it."""
        for what in OF_A_SCREEN:
            if self._told is None or (self._told.seat, self._told.what) != (seat, what):
                self._over(hub, seat, what)
        self.welcome(hub, seat)

    def _begun(self, hub: Hub, trial: Trial) -> None:
        """Who speaks version 1 knows of no settings: that one is under way until service ends."""
        if trial.what == TOUCH:
            self._say(hub, trial.seat, wire.TouchTest(test=trial.name))
        elif self._speaks(trial.seat) == 2:
            self._say(hub, trial.seat, second.Calibrate(test=trial.name, as_delivered=trial.as_delivered))

    def _over(self, hub: Hub, seat: int, what: str) -> None:
        """Of a setting it is said which is on record: that one is kept, and any other is given up."""
        if what == TOUCH:
            self._say(hub, seat, wire.TouchTest(test=None))
        elif what == CALIBRATE and self._speaks(seat) == 2:
            self._say(hub, seat, second.Calibrate(test=None, kept=self._kept.get(seat)))
