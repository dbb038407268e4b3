"""A seat as its terminal knows it: the table, the seat, commands under way. Pure: words in, words for the page out.

The controller tells a seat everything but what it put up itself, for that the terminal knows: an accepted wager is
added here, and the purse comes with the answer.
"""

import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from controller.protocol.client import OUT_OF_COUNT, Commands, is_old
from controller.protocol.message import Message
from controller.protocol.public import TableNow
from controller.protocol.terminals import version_1 as wire
from controller.protocol.terminals import version_2 as second
from controller.protocol.terminals.answers import NotTaken
from controller.protocol.terminals.care import CareNow
from controller.protocol.terminals.cash import CashMoved, CashNow
from controller.protocol.terminals.seat import SeatNow, Settled
from terminals.common.past import Memory
from terminals.player.acts import Keep, PageAct, Touched, command
from terminals.player.past_rounds import PastRounds
from terminals.player.taken import after, is_paid_out

OPEN = ("idle", "betting", "drawing")
"""The phases in which bets are taken."""
LOST_MS = 10_000
"""Of a session's time that a restart of the controller may lose: with more less, it is another session."""
SOFTWARE = f"boxcars-terminal {version('boxcars')}"

Told = dict[str, Any]
Tell = Callable[[Told], None]


class TerminalSeat:
    """One seat, for all its pages."""

    def __init__(
        self,
        number: int,
        tell: Tell,
        tell_one: Tell,
        say: Callable[[Message], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`tell` is to all pages, `tell_one` to one of them: what is to be done once. `say` is to the controller."""
        self.number, self._clock = number, clock
        self._tell, self._tell_one, self._say = tell, tell_one, say
        self.up = False
        self.why_down = ""
        self.table: TableNow | None = None
        self.you: SeatNow | None = None
        self.cash: CashNow | None = None
        """Notes and tickets at this seat, where it has devices for them."""
        self.care: CareNow | None = None
        """The player's session, as it was told last, and when."""
        self._care_at = 0.0
        self.kept: list[Told] = []
        """Layouts that the player keeps under names; they end with the session."""
        self.book: wire.Book | None = None
        self.past = PastRounds()
        self._paid_out = False
        """The player has cashed out; with nothing left here they are gone."""
        self.touch: str | None = None
        """The touch test that is wanted of this screen, by its name."""
        self._epoch = ""
        self._presses = 0
        """The last press of the panel's REPEAT or CLEAR that was heard of, by its number in this epoch."""
        self.commands: Commands[second.Command, int] = Commands()
        """Each about the page's tag of it; each process counts in a series of its own."""

    # ---- the controller ----

    def hello(self) -> second.HelloInSeries:
        """Who we are, and what we never heard of again."""
        unfinished, series = tuple(self.commands.under_way), self.commands.series
        return second.HelloInSeries(v=2, seat=self.number, software=SOFTWARE, unfinished=unfinished, series=series)

    def hear(self, message: second.ToTerminal) -> None:
        """One message of the controller."""
        match message:
            case second.Welcome():
                self._welcome(message)
            case TableNow():
                self.past.missed(message)  # told so after something was lost on the way
                self.see(message)
            case SeatNow():
                self._sit(message)
            case CashNow():
                self.cash = message
                self._tell({"kind": "cash", "cash": _plain(message)})
            case CareNow():
                self._cared(message)
            case CashMoved():
                self._tell(message.model_dump(mode="json", exclude={"v"}))
            case second.JackpotPart():
                self._won_of_pot(message)
            case second.AnswerInSeries():
                self._answer(message)
            case Settled():
                self._settled(message)
            case wire.Book():
                self.book = message
                self._tell(self.offer())
            case wire.ServiceCalled():
                self._tell({"kind": "service_called"})
            case wire.ButtonPressed():
                self._pressed(message)
            case wire.TouchTest(test=test):
                self._touch(test)
            case NotTaken():
                self._not_taken(message)
            case _:
                pass

    def see(self, table: TableNow) -> None:
        """The table as everybody sees it."""
        if is_old(table, self.table):
            return
        before, self.table = self.table, table
        if self.you is not None and before is not None:
            another = table.round != before.round
            if before.phase in OPEN and (another or not self._open()) and self.you.stakes:
                self.past.closed(self.you.stakes, before.round)
            if another:
                self._sit(self.you.model_copy(update={"done": False, "added": {}}))  # they belong to the round
        self._tell({"kind": "table", "table": table.model_dump(mode="json", exclude={"kind", "v"})})
        if self.book is None or self.book.digest != table.book:
            self._say(second.BookWanted())

    def line(self, up: bool) -> None:
        """The line to the controller came or went."""
        self.up = up
        if not up:
            self._touch(None)
        self._tell(self._link())

    def _welcome(self, welcome: second.Welcome) -> None:
        for over in self.commands.begin(welcome.series):  # whether it was taken, the seat shows
            self._refuse(over.about, "series_over")
        self.commands.count_from(welcome.last_id)
        for lost in self.commands.unknown(welcome.unknown, self._clock()):
            self._say(lost)
        self.why_down = ""
        if self.cash is not None:  # where there still is one it is told after the welcome
            self.cash = None
            self._tell({"kind": "cash", "cash": None})
        self._touch(None)  # one that is still wanted is told after the welcome
        if welcome.epoch != self._epoch:
            self._epoch, self._presses = welcome.epoch, 0
        self.table = None
        self.past.missed(welcome.table)
        self.see(welcome.table)
        self._sit(welcome.you)

    def asks_past(self) -> int | None:
        """The last round of which the journal can tell something new: it tells of a round once the next one is open."""
        return self.past.asks(self.table.round) if self.up and self.table is not None else None

    def _sit(self, you: SeatNow) -> None:
        before, self.you = self.you, you
        self._paid_out = self._paid_out or (before is not None and is_paid_out(before, you))
        nothing_left = not (you.credits or you.layout or you.vigorish or you.lock)
        if self._paid_out and nothing_left and self._open():  # what the last roll brought they may still read
            self._paid_out = False
            self.past.forget()
            self._tell({"kind": "memory", **self.past.told()})
        self._tell({"kind": "you", "you": _plain(you), "laid": self.past.laid})

    def _open(self) -> bool:
        return self.table is not None and self.table.phase in OPEN

    def _answer(self, answer: second.AnswerInSeries) -> None:
        under_way = self.commands.answered(answer.id, answer.code, answer.details)
        if answer.code in OUT_OF_COUNT:
            self._say(self.hello())  # the welcome says where the count goes on
        if under_way is None:
            return
        if under_way.is_repeated:  # whether the seat has it in already nobody here can know
            self._say(second.SnapshotWanted())
        elif answer.ok and self.you is not None and not under_way.in_welcome:
            self.you = after(self.you, under_way.command, answer)
        told: Told = {"kind": "answer", "tag": under_way.about, "ok": answer.ok, "code": answer.code}
        if not answer.ok:
            told["reason"] = answer.reason
            if isinstance(answer.details.get("wager"), int):
                told["wager"] = answer.details["wager"]
        if self.you is not None:
            told["you"] = _plain(self.you)
        self._tell(told)

    def _settled(self, settled: Settled) -> None:
        self.past.settled(settled)
        self._tell({"kind": "settled", **self.past.told()})
        self._sit(settled.you)

    def _won_of_pot(self, part: second.JackpotPart) -> None:
        self.past.won_of_pot(part, self.table)
        self._tell({"kind": "jackpot", **self.past.told()})

    def recall(self, memory: Memory, to: int) -> None:
        """What the journal knows of the rounds up to this one; what was heard since is newer."""
        self.past.recall(memory, to)
        self._tell({"kind": "memory", **self.past.told()})

    def _cared(self, care: CareNow) -> None:
        """The session that was is over where there is none, or a younger one: nothing kept is the next player's."""
        before, self.care, self._care_at = self.care, care, self._clock()
        was = None if before is None else before.session
        is_over = care.session is None or (was is not None and care.session.played_ms < was.played_ms - LOST_MS)
        if self.kept and is_over:
            self._keep([])
        if was is not None and care.session is not None and is_over:  # nor what its page has turned on
            self._tell({"kind": "care", "care": {**_plain(care), "session": None, "ago_ms": 0}})
        self._tell({"kind": "care", "care": self._care_now()})

    def _keep(self, layouts: list[Told]) -> None:
        self.kept = layouts
        self._tell({"kind": "kept", "layouts": layouts})

    def _pressed(self, pressed: wire.ButtonPressed) -> None:
        """One press, one act: of one page, however many there are, and never twice."""
        if pressed.press > self._presses:
            self._presses = pressed.press
            self._tell_one({"kind": "pressed", "button": pressed.button, "round": pressed.round})

    def _touch(self, test: str | None) -> None:
        if test != self.touch:
            self.touch = test
            self._tell({"kind": "touch", "test": test})

    def _not_taken(self, message: NotTaken) -> None:
        if message.code == "taken_over":
            self._touch(None)
        self.why_down = message.code
        self._tell(self._link())

    # ---- the page ----

    def do(self, act: PageAct) -> None:
        """A page asks for something that the controller decides."""
        series = self.commands.series
        if not self.up or series is None:
            self._refuse(act.tag, "line_down")
        elif self.commands.is_full:
            self._refuse(act.tag, "too_many")
        else:
            asked = command(act, series, self.commands.next_id)
            self.commands.send(asked, act.tag, self._clock())
            self._say(asked)

    def say_again(self) -> None:
        """What has had no answer: it happens once."""
        if self.up:
            for silent in self.commands.due(self._clock()):
                self._say(silent)

    def _refuse(self, tag: int, code: str) -> None:
        self._tell({"kind": "answer", "tag": tag, "ok": False, "code": code, "reason": ""})

    def touched(self, said: Touched) -> None:
        """The fields that a person touched; the controller puts it on record, and says that it is over."""
        if said.test == self.touch:
            self._say(second.FieldsTouched(test=said.test, touched=said.touched, fields=said.fields))

    def keep(self, said: Keep) -> None:
        """The player's own layouts; without a session there is nobody whose they would be."""
        if self.care is not None and self.care.session is not None:
            self._keep([layout.model_dump() for layout in said.layouts])

    def snapshot(self) -> Told:
        """Everything, for a page that has just come."""
        return {
            **self._link(),
            "kind": "snapshot",
            "seat": self.number,
            "table": self.table.model_dump(mode="json", exclude={"kind", "v"}) if self.table else None,
            "you": _plain(self.you) if self.you else None,
            "cash": _plain(self.cash) if self.cash else None,
            "care": self._care_now(),
            "kept": self.kept,
            **self.past.told(),
            "touch": self.touch,
        }

    def _care_now(self) -> Told | None:
        """As it was told, and how long ago: a page that comes later counts on from there."""
        if self.care is None:
            return None
        ago = round(1000 * (self._clock() - self._care_at))
        return {**_plain(self.care), "ago_ms": ago}

    def offer(self) -> Told:
        """What the felt offers."""
        machine = self.book and self.book.machine
        told = machine.model_dump(mode="json") if machine else None
        return {"kind": "offer", "offer": self.book and self.book.offer, "machine": told}

    def _link(self) -> Told:
        return {"kind": "link", "up": self.up, "why": self.why_down}


def _plain(told: SeatNow | CashNow | CareNow) -> Told:
    return told.model_dump(mode="json", exclude={"kind", "v", "seat"})
