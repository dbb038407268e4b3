"""A seat as its terminal knows it: the table, the seat, commands under way. Pure: words in, words for the page out.

The controller tells a seat everything but what it put up itself, for that the terminal knows: an accepted wager is
added here, and the purse comes with the answer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from controller.protocol.message import Message
from controller.protocol.public import TableNow
from controller.protocol.terminals import version_1 as wire
from controller.protocol.terminals import version_2 as second
from terminals.common.past import Memory, net_of
from terminals.player.acts import PageAct, Touched, command

MOST_UNDER_WAY = 64
"""Commands without an answer; more are refused until some have come back."""
OPEN = ("idle", "betting", "drawing")
"""The phases in which bets are taken."""
HAND_PAY = "hand_pay"
"""The lock of a seat whose player waits to be paid out."""
SOFTWARE = f"boxcars-terminal {version('boxcars')}"

OUT_OF_COUNT = ("id_jump", "stale_id", "series_over")
"""The number of a command was not taken: hello tells which come next."""

Told = dict[str, Any]
Tell = Callable[[Told], None]


@dataclass(slots=True)
class UnderWay:
    """A command that has had no answer."""

    command: second.Command
    tag: int
    in_welcome: bool = False
    """What it did is in the seat already: it was taken before the connection was lost."""


class TerminalSeat:
    """One seat, for all its pages."""

    def __init__(self, number: int, tell: Tell, tell_one: Tell, say: Callable[[Message], bool]) -> None:
        """`tell` is to all pages, `tell_one` to one of them: what is to be done once. `say` is to the controller."""
        self.number = number
        self._tell, self._tell_one, self._say = tell, tell_one, say
        self.up = False
        self.why_down = ""
        self.table: TableNow | None = None
        self.you: wire.SeatNow | None = None
        self.book: wire.Book | None = None
        self.last: Told | None = None
        self.won: dict[str, int] | None = None
        """The last roll that brought more than it cost: its round, and how much more."""
        self.laid: dict[str, int] = {}
        """What lay there at the last close at which something did, for `repeat`."""
        self._laid_in = -1
        self._paid_out = False
        """The player has cashed out; with nothing left here they are gone."""
        self.touch: str | None = None
        """The touch test that is wanted of this screen, by its name."""
        self._heard_from = 0
        """The first round whose end is heard on this line; of those before it only the journal knows."""
        self._recalled_to = -1
        """The last round of which the journal has been asked."""
        self._epoch = ""
        self._presses = 0
        """The last press of the panel's REPEAT or CLEAR that was heard of, by its number in this epoch."""
        self._series: int | None = None
        """In which our commands count, once the controller has granted one: each process counts in its own."""
        self._next_id = 1
        self.under_way: dict[int, UnderWay] = {}

    # ---- the controller ----

    def hello(self) -> second.Hello:
        """Who we are, and what we never heard of again."""
        unfinished = tuple(self.under_way)
        return second.Hello(v=2, seat=self.number, software=SOFTWARE, unfinished=unfinished, series=self._series)

    def hear(self, message: second.ToTerminal) -> bool:
        """One message of the controller; true when it welcomes us."""
        match message:
            case second.Welcome():
                self._welcome(message)
                return True
            case TableNow():
                self._missed(message)  # told so after something was lost on the way
                self.see(message)
            case wire.SeatNow():
                self._sit(message)
            case second.Answer():
                self._answer(message)
            case wire.Settled():
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
            case wire.NotTaken():
                self._not_taken(message)
            case _:
                pass
        return False

    def see(self, table: TableNow) -> None:
        """The table as everybody sees it."""
        if self.table is not None and table.epoch == self.table.epoch and table.seq < self.table.seq:
            return
        before, self.table = self.table, table
        if self.you is not None and before is not None:
            another = table.round != before.round
            if before.phase in OPEN and (another or not self._open()) and self.you.stakes:
                self.laid, self._laid_in = dict(self.you.stakes), before.round
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
        if welcome.series != self._series:
            self._begin_series(welcome.series)
        self._next_id = max(welcome.last_id, *self.under_way, 0) + 1
        unknown = set(welcome.unknown)
        for id, under_way in sorted(self.under_way.items()):
            if id in unknown:
                self._say(under_way.command)
            else:
                under_way.in_welcome = True
        self.why_down = ""
        self._touch(None)  # one that is still wanted is told after the welcome
        if welcome.epoch != self._epoch:
            self._epoch, self._presses = welcome.epoch, 0
        self.table = None
        self._missed(welcome.table)
        self.see(welcome.table)
        self._sit(welcome.you)

    def _missed(self, table: TableNow) -> None:
        """What ended up to now may have ended unheard; while a round is paid its end has been told already."""
        self._heard_from, self._recalled_to = table.round + (table.phase == "settling"), -1

    @property
    def unheard(self) -> int:
        """What rounds up to this one brought may not be known; below zero: everything is."""
        return self._heard_from - 1 if self._recalled_to < self._heard_from - 1 else -1

    def asks_past(self) -> int | None:
        """The last round of which the journal can tell something new: it tells of a round once the next one is open."""
        if not self.up or self.table is None or self.unheard < 0 or self._recalled_to >= self.table.round - 1:
            return None
        return self.table.round - 1

    def _begin_series(self, series: int) -> None:
        """What we sent in another one is over: whether it was taken, the seat shows."""
        over, self.under_way, self._series = self.under_way, {}, series
        for under_way in over.values():
            self._tell({"kind": "answer", "tag": under_way.tag, "ok": False, "code": "series_over", "reason": ""})

    def _sit(self, you: wire.SeatNow) -> None:
        before, self.you = self.you, you
        self._paid_out = self._paid_out or (before is not None and is_paid_out(before, you))
        nothing_left = not (you.credits or you.layout or you.vigorish or you.lock)
        if self._paid_out and nothing_left and self._open():  # what the last roll brought they may still read
            self._paid_out = False
            self._forget()
            self._tell({"kind": "memory", **self._past()})
        self._tell({"kind": "you", "you": _plain(you), "laid": self.laid})

    def _open(self) -> bool:
        return self.table is not None and self.table.phase in OPEN

    def _forget(self) -> None:
        """The player is gone: the next one has not played yet."""
        self.last, self.won, self.laid = None, None, {}

    def _past(self) -> Told:
        """Of the rounds that are over, what a player still looks at."""
        return {"last": self.last, "won": self.won, "laid": self.laid, "unheard": self.unheard}

    def _answer(self, answer: second.Answer) -> None:
        under_way = self.under_way.pop(answer.id, None)
        if answer.code in OUT_OF_COUNT:
            self._say(self.hello())  # the welcome says where the count goes on
        if under_way is None:
            return
        if answer.ok and self.you is not None and not under_way.in_welcome:
            self.you = after(self.you, under_way.command, answer)
        told: Told = {"kind": "answer", "tag": under_way.tag, "ok": answer.ok, "code": answer.code}
        if not answer.ok:
            told["reason"] = answer.reason
            if isinstance(answer.details.get("wager"), int):
                told["wager"] = answer.details["wager"]
        if self.you is not None:
            told["you"] = _plain(self.you)
        self._tell(told)

    def _settled(self, settled: wire.Settled) -> None:
        self.last = settled.model_dump(mode="json", include={"round", "how", "faces", "rows", "returned"})
        self.last["net"] = net_of(self.last["rows"])
        if self.last["net"] > 0:
            self.won = {"round": settled.round, "amount": self.last["net"]}
        self._tell({"kind": "settled", **self._past()})
        self._sit(settled.you)

    def recall(self, memory: Memory, to: int) -> None:
        """What the journal knows of the rounds up to this one; what was heard since is newer."""
        self._recalled_to = max(self._recalled_to, to)
        if self.last is not None and self.last["round"] < memory.begins:
            self._forget()
        known = self.last["round"] if self.last else -1
        if memory.last is not None and memory.last["round"] > known:
            self.last = memory.last
        if memory.won is not None and (self.won is None or memory.won["round"] > self.won["round"]):
            self.won = memory.won
        if memory.laid[0] > self._laid_in:
            self._laid_in, self.laid = memory.laid
        self._tell({"kind": "memory", **self._past()})

    def _pressed(self, pressed: wire.ButtonPressed) -> None:
        """One press, one act: of one page, however many there are, and never twice."""
        if pressed.press > self._presses:
            self._presses = pressed.press
            self._tell_one({"kind": "pressed", "button": pressed.button, "round": pressed.round})

    def _touch(self, test: str | None) -> None:
        if test != self.touch:
            self.touch = test
            self._tell({"kind": "touch", "test": test})

    def _not_taken(self, message: wire.NotTaken) -> None:
        if message.code == "taken_over":
            self._touch(None)
        self.why_down = message.code
        self._tell(self._link())

    # ---- the page ----

    def do(self, act: PageAct) -> None:
        """A page asks for something that the controller decides."""
        if not self.up or self._series is None or len(self.under_way) >= MOST_UNDER_WAY:
            code = "too_many" if self.up and self._series is not None else "line_down"
            self._tell({"kind": "answer", "tag": act.tag, "ok": False, "code": code, "reason": ""})
            return
        asked = command(act, self._series, self._next_id)
        self.under_way[self._next_id] = UnderWay(asked, act.tag)
        self._next_id += 1
        self._say(asked)

    def touched(self, said: Touched) -> None:
        """The fields that a person touched; the controller puts it on record, and says that it is over."""
        if said.test == self.touch:
            self._say(second.TouchTested(test=said.test, touched=said.touched, fields=said.fields))

    def snapshot(self) -> Told:
        """Everything, for a page that has just come."""
        return {
            **self._link(),
            "kind": "snapshot",
            "seat": self.number,
            "table": self.table.model_dump(mode="json", exclude={"kind", "v"}) if self.table else None,
            "you": _plain(self.you) if self.you else None,
            **self._past(),
            "touch": self.touch,
        }

    def offer(self) -> Told:
        """What the felt offers."""
        return {"kind": "offer", "offer": self.book.offer if self.book else None}

    def _link(self) -> Told:
        return {"kind": "link", "up": self.up, "why": self.why_down}


def after(you: wire.SeatNow, asked: second.Command, answer: wire.Answer) -> wire.SeatNow:
    """The seat once a command of its own has been taken."""
    change: dict[str, Any] = {}
    if answer.purse is not None:
        change = answer.purse.model_dump(include={"credits", "layout", "vigorish"})
    placed = _placed(asked)
    if placed:
        change["stakes"] = _more(you.stakes, placed)
        change["added"] = _more(you.added, placed)
        change["done"] = False
    if isinstance(asked, second.Done):
        change["done"] = True
    return you.model_copy(update=change)


def is_paid_out(before: wire.SeatNow, now: wire.SeatNow) -> bool:
    """A hand-pay is over, and the credits have not come back."""
    over = before.lock == HAND_PAY and now.lock != HAND_PAY
    return over and now.credits < before.credits + before.lock_amount


def _placed(asked: second.Command) -> list[second.Place]:
    """The rows of a command that only puts something up; after any other the controller tells the whole seat."""
    rows = asked.wagers if isinstance(asked, second.Wagers) else ()
    placed = [row for row in rows if isinstance(row, second.Place)]
    return placed if len(placed) == len(rows) else []


def _more(stakes: dict[str, int], placed: list[second.Place]) -> dict[str, int]:
    stakes = dict(stakes)
    for row in placed:
        stakes[row.bet] = stakes.get(row.bet, 0) + row.amount
    return stakes


def _plain(you: wire.SeatNow) -> Told:
    return you.model_dump(mode="json", exclude={"kind", "v", "seat"})
