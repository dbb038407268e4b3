"""The plays of one unit: the wanted one goes from step to step, as `wanted` has them, and what is reported is judged.

What there is to say of them goes to `say`, in the order in which it came about.
"""

from collections.abc import Callable

from controller.protocol.devices.unit import NotDone, UnitIdentity
from controller.protocol.message import Message
from drivers.common.serial.link import NEVER, Link
from drivers.common.serial.messages import PLAY_UNDER_WAY, UNKNOWN_PLAY, Found, Result, Spoken, StartVerdict
from drivers.common.unit.greeting import Greeting
from drivers.common.unit.identity import UnitThere
from drivers.common.unit.judge import ASK_AGAIN_AFTER, Judge
from drivers.common.unit.wanted import PlayStep, PlayWanted
from drivers.common.unit.words import ACCEPTED, BUSY, DONE_ALREADY, UnitSeen, Wish, Words


class Plays:
    """Nothing is started unless the unit was asked about it first, or nobody can have heard of it."""

    def __init__(self, link: Link, port: str, words: Words, there: UnitThere, say: Callable[[Message], None]) -> None:
        self._link, self._words, self._there, self._say = link, words, there, say
        self._greeting = Greeting(link, words.greeting())
        self._judge = Judge(link, port, words)
        self._wanted: PlayWanted | None = None

    def deadline(self) -> float:
        """When something is due unless the unit speaks first."""
        return self._wanted.due if self._wanted else NEVER

    def due(self, now: float) -> None:
        """Dice or wheel have been moving for too long, or the unit was busy: ask."""
        wanted = self._wanted
        if wanted is None or now < wanted.due:
            return
        if wanted.step is PlayStep.BUSY:
            wanted.go(PlayStep.ASKING)
            self._take_step(now)
            return
        wanted.due = now + ASK_AGAIN_AFTER
        self._say(self._words.overdue(wanted.id, int((now - wanted.begun) * 1000)))
        if not self._link.is_asking(Result):
            self._link.ask(Result(wanted.id), now)

    # ---- what the controller wants ---------------------------------------------------------------

    def want(self, wish: Wish, now: float) -> None:
        """This play."""
        self._judge.told(wish.id)
        self._want(wish, now)
        self.judge_held(now)

    def want_nothing(self, now: float) -> None:
        """No play now."""
        self._judge.told(None)
        self._wanted = None
        self.judge_held(now)

    def was_wanted(self, play: int, now: float) -> None:
        """It was asked for, before this process perhaps."""
        self._judge.told(play)
        self.judge_held(now)

    def _want(self, wish: Wish, now: float) -> None:
        wanted = self._wanted
        if wanted is None or wanted.id != wish.id:
            fresh = wish.fresh and wish.may_start and self._there.identity is not None
            self._wanted = PlayWanted(wish, PlayStep.ASKING, begun=now)
            self._start(self._wanted, now) if fresh else self._take_step(now)
        elif wanted.wish.nonce != wish.nonce:
            play = self._words.play
            text = f"{play} {wish.id} is wanted already, with other words; a new one needs a new {play} id"
            self._say(NotDone(command=f"wanted_{play}", text=text))
        else:
            wanted.wish = wish  # whether it may start changes with the table's holds
            if wanted.answered:
                wanted.go(PlayStep.ASKING)
                self._take_step(now)

    # ---- the unit comes and goes -----------------------------------------------------------------

    def met(self, now: float) -> None:
        """It is there, and knows nothing yet of what it is told after each HELLO."""
        self.lost()
        self._take_step(now)
        self._greeting.begin(now)

    def lost(self) -> None:
        """Whatever step the wanted play was at, it begins again with asking."""
        if self._wanted is not None and not self._wanted.answered:
            self._wanted.go(PlayStep.ASKING)

    def refused(self) -> None:
        """It is not the unit that belongs here: its reports are refused with it."""
        self._judge.forget_held()

    # ---- the wanted play -------------------------------------------------------------------------

    def _take_step(self, now: float) -> None:
        wanted, unit = self._wanted, self._there.identity
        if wanted is None or unit is None:
            return
        here = wanted.wish.only_on in (None, unit.serial)  # elsewhere its id may be another play's
        if wanted.step is PlayStep.ASKING and here:
            self._link.ask(Result(wanted.id), now)
        elif wanted.step is PlayStep.ASKING or (wanted.step is PlayStep.STARTING and not self._greeting.waits):
            self._start_or_say_why_not(wanted, unit, now)

    def _start(self, wanted: PlayWanted, now: float) -> None:
        wanted.go(PlayStep.STARTING)
        if wanted.wish.greeting is not None:
            self._greeting.change(wanted.wish.greeting)
        self._greeting.ask_again(now)
        self._take_step(now)

    def _start_or_say_why_not(self, wanted: PlayWanted, unit: UnitIdentity, now: float) -> None:
        seen = UnitSeen(unit.serial, self._there.status, self._greeting.taken, wanted.known, wanted.faults)
        if (bar := self._words.bar(wanted.wish, seen)) is None:
            self._link.ask(wanted.wish.start, now)
        else:
            wanted.go(PlayStep.REFUSED)
            self._say(bar)

    def greeted(self, request: Spoken, reply: Spoken, now: float) -> None:
        """An answer, to something of the greeting perhaps."""
        if not self._greeting.is_awaited(request):
            return
        if (complaint := self._words.ungreeted(request, reply)) is not None:
            self._say(complaint)
        self._greeting.answered(request, taken=complaint is None)
        if not self._greeting.waits and self._wanted is not None and self._wanted.step is PlayStep.STARTING:
            self._take_step(now)

    def result(self, result: Found, now: float) -> None:
        """RESULT is answered: what the unit knows of the play."""
        wanted = self._wanted
        if wanted is None or wanted.answered or wanted.id != result.id:
            return
        if result.tells(UNKNOWN_PLAY) and not wanted.wish.may_start:
            wanted.go(PlayStep.REFUSED)
            self._say(self._words.unknown(result.id))
        elif result.tells(UNKNOWN_PLAY):
            self._start(wanted, now)
        elif result.tells(PLAY_UNDER_WAY):
            wanted.known = True
            if wanted.step is not PlayStep.PLAYING:
                self._playing(wanted, now)
        else:
            self.found(result, now)

    def verdict(self, answer: StartVerdict, now: float) -> None:
        """The start is answered: whether the unit does it."""
        wanted = self._wanted
        if wanted is None or wanted.id != answer.id or wanted.step is not PlayStep.STARTING:
            return  # the report overtook its verdict, or the wish has changed
        if answer.verdict == ACCEPTED:
            self._playing(wanted, now)
        elif answer.verdict == DONE_ALREADY:
            wanted.known = True
            wanted.go(PlayStep.PLAYING, now + ASK_AGAIN_AFTER)  # the report comes again as it was
        else:
            self._not_started(wanted, answer, now)

    def _not_started(self, wanted: PlayWanted, answer: StartVerdict, now: float) -> None:
        pause = self._words.busy_pause if answer.verdict == BUSY else NEVER
        wanted.go(PlayStep.REFUSED if pause == NEVER else PlayStep.BUSY, now + pause)
        if not self._words.knows(answer):
            name = type(wanted.wish.start).__name__.upper()
            text = f"verdict {answer.verdict} to {name} does not exist"
            self._say(self._judge.malfunction("impossible_answer", text))
        self._say(self._words.refused(answer))

    def _playing(self, wanted: PlayWanted, now: float) -> None:
        wanted.go(PlayStep.PLAYING, now + wanted.wish.longest)
        self._say(self._words.started(wanted.id))

    # ---- reports ---------------------------------------------------------------------------------

    def faulty(self, faults: int) -> None:
        """The unit told of these, while a play is wanted perhaps."""
        if self._wanted is not None:
            self._wanted.faults |= faults

    def found(self, found: Found, now: float) -> None:
        """The report of a play."""
        for told in self._judge.judge(found, self._there.identity, self._wanted, now):
            self._say(told)

    def judge_held(self, now: float, last: int | None = None) -> None:
        """More is known than when reports came that wait; `last` is the unit's last play, where it has just said it."""
        for told in self._judge.judge_held(self._there.identity, self._wanted, now, last):
            self._say(told)
