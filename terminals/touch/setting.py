"""One setting of a touch screen: crosses, what the taps come to, a trial of half a minute, and whether it is kept.

A page draws what is told here and says where it was touched; who asked for the setting puts it on record before it is
kept; root does what only root may. Nothing lasts until all three have agreed. No sockets, tested alone.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from config.touch import read_matrix, written
from terminals.touch.asking import Do, RootsAnswer
from terminals.touch.taps import ASIDE, CROSSES, MIDDLE, RING, NotRight, Off, Place, is_near, judge, missed

State = Literal["looking", "aiming", "refused", "applying", "trying", "recording", "keeping", "over"]
Told = dict[str, Any]

PATIENCE: dict[State, float] = {
    "looking": 20.0,
    "aiming": 60.0,
    "refused": 60.0,
    "applying": 20.0,
    "trying": 25.0,
    "recording": 15.0,
    "keeping": 20.0,
    "over": 12.0,
}
"""Seconds in a state without anything that belongs to it. Whoever tries and records has less of them than root gives to
what is tried, so that it is never taken back while it is put on record."""
SILENT: dict[State, str] = {"aiming": "nobody", "refused": "nobody", "trying": "not_confirmed"}
"""Why it is over then; otherwise somebody has not answered."""
MAY_BE_LEFT: frozenset[State] = frozenset({"looking", "aiming", "refused", "applying", "trying", "over"})
"""While it is put on record and kept it is too late to leave."""


class Record(NamedTuple):
    """What is put on record: the six numbers in force before, and those after; none: as the screen was delivered."""

    before: str
    after: str


class ScreenSetting:
    """One, of one screen."""

    def __init__(
        self,
        ask: Callable[[Do, str], str],
        record: Callable[[Record], None],
        given_up: Callable[[str], None],
        clock: Callable[[], float],
        as_delivered: bool = False,
    ) -> None:
        """`ask` is of root; `record` of the controller, which answers by `recorded`; `given_up` says why nothing came
        of it. `as_delivered`: what staff have set before is taken back, and nobody touches anything."""
        self._ask, self._record, self._given_up, self._clock = ask, record, given_up, clock
        self._as_delivered = as_delivered
        self._taps: list[Place] = []
        self._before = self._after = ""
        self._off: tuple[Off, ...] = ()
        self._refused: NotRight | None = None
        self._missed: Off | None = None
        self._cause = ""
        self._since = clock()
        self.state: State = "looking"
        self._asked = ask("look", "")

    # ---- heard ----

    def tapped(self, place: Place) -> None:
        """Somebody touched the screen here."""
        match self.state:
            case "aiming":
                self._taps.append(place)
                self._go("aiming")
                if len(self._taps) > len(CROSSES):
                    self._judge()
            case "refused":
                self._aim()
            case "trying":
                self._confirm(missed(place))
            case _:
                pass

    def answered(self, answer: RootsAnswer) -> None:
        """What root says; with an empty id, that what was tried has been taken back."""
        if not answer.id and self.state == "trying":
            self._give_up("not_confirmed")
        elif not answer.id or answer.id != self._asked:
            return
        elif answer.code != "ok":
            self._give_up(answer.code)
        else:
            self._go_on(answer)

    def recorded(self, ok: bool, why: str = "") -> None:
        """Whether it is on record: then it is kept."""
        if self.state != "recording":
            return
        if not ok:
            self._give_up(why)
            return
        self._go("keeping")
        self._asked = self._ask("as_delivered" if self._as_delivered else "keep", "")

    def leave(self, why: str = "left") -> None:
        """Whoever stands there has enough, or what it was wanted for is over."""
        if self.state in MAY_BE_LEFT and self.state != "over":
            self._give_up(why)

    def look_around(self) -> bool:
        """Whether it goes on; the last words stand for a moment."""
        if self._clock() - self._since > PATIENCE[self.state]:
            if self.state == "over":
                return False
            self._give_up(SILENT.get(self.state, "no_answer"))
        return True

    # ---- from state to state ----

    def _go(self, state: State) -> None:
        self.state, self._since = state, self._clock()

    def _go_on(self, answer: RootsAnswer) -> None:
        match self.state:
            case "looking":
                self._before = answer.matrix
                self._put_on_record() if self._as_delivered else self._aim()
            case "applying":
                self._go("trying")
            case "keeping":
                self._cause = "as_delivered" if self._as_delivered else "kept"
                self._go("over")
            case _:
                pass

    def _aim(self) -> None:
        self._taps, self._refused = [], None
        self._go("aiming")

    def _judge(self) -> None:
        found = judge(self._taps, read_matrix(self._before))
        if isinstance(found, NotRight):
            self._refused = found
            self._go("refused")
            return
        self._after, self._off = written(found.after), found.off
        self._go("applying")
        self._asked = self._ask("try", self._after)

    def _confirm(self, off: Off) -> None:
        """Time goes by all the same when the ring is missed."""
        self._missed = off
        if is_near(off):
            self._put_on_record()

    def _put_on_record(self) -> None:
        self._go("recording")
        self._record(Record(self._before, self._after))

    def _give_up(self, why: str) -> None:
        if self.state in ("applying", "trying", "recording", "keeping") and not self._as_delivered:
            self._ask("back", "")
        self._asked, self._cause = "", why
        self._go("over")
        self._given_up(why)

    # ---- told ----

    @property
    def at(self) -> Place | None:
        """Where the page draws what is to be touched."""
        if self.state == "aiming":
            return (*CROSSES, MIDDLE)[min(len(self._taps), len(CROSSES))]
        return RING if self.state == "trying" else None

    def told(self) -> Told:
        """Everything that a page draws."""
        left = max(0.0, PATIENCE["trying"] - (self._clock() - self._since)) if self.state == "trying" else 0.0
        return {
            "state": self.state,
            "at": self.at,
            "done": len(self._taps),
            "of": len(CROSSES) + 1,
            "off": [off._asdict() for off in self._off],
            "refused": self._refused._asdict() if self._refused else None,
            "missed": {**self._missed._asdict(), "allowed": ASIDE} if self._missed else None,
            "left_ms": round(1000 * left),
            "cause": self._cause,
        }
