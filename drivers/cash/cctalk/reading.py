"""What the acceptor's events tell, and what stands at escrow by them. It knows what is new by the stored mark."""

from dataclasses import replace

from drivers.cash.acceptor import (
    EventsLost,
    Fault,
    FaultOver,
    Faulty,
    Mark,
    Note,
    NoteAtEscrow,
    PaperPlace,
    Recount,
    Rejected,
    Reset,
    Returned,
    Stacked,
    Told,
)
from drivers.cash.cctalk.counting import Code, CounterNews, news_of
from drivers.cash.cctalk.events import (
    AT_ESCROW,
    FAULTS,
    GIVEN_BACK,
    MENDED,
    REJECTIONS,
    STACKED,
    TICKET,
    UNKNOWN_STACKED,
    PaperAtEscrow,
    standing_after,
)
from drivers.cash.cctalk.messages import EVENTS, Events

SILENCE = 1.0
"""Seconds."""


class Reading:
    """From one look at the unit to the next."""

    def __init__(self, ticket_stacked: Code | None, mark: Mark | None) -> None:
        self.mark = mark
        self.standing: PaperAtEscrow | None = None
        self.said: list[Told] = []
        self.ticket_to_read = False
        self.unwanted = False  # what came to escrow is not let in
        self._ticket_stacked = ticket_stacked
        self._before: tuple[Code, ...] | None = None
        self._doubted: Events | None = None
        self._heard_at: float | None = None
        self._silence: Recount | None = None  # to be told with the next look
        self._unset = False  # nothing is set at the unit, and no reset was told of
        self._reset_told = False  # and nothing was set since

    def take(self, shown: Events, notes: dict[int, Note], tickets: bool) -> bool:
        """One look; True when the unit has to be set up again, for it has started anew or may have."""
        stored, news = self.mark or Mark(0, shown.counter), self._news(shown)
        self._unset = False
        if self._before is None:
            self._find_standing(shown.events[len(news.fresh) :])
        self._before = shown.events
        if self._silence is not None:
            self.said.append(replace(self._silence, mark=stored))
            self._silence = None
        if news.reset:
            self.standing, self._reset_told = None, True
            self.said.append(Reset(PaperPlace.UNKNOWN, mark=news.since))
        if news.lost is not None:
            self.said.append(EventsLost(news.lost, mark=news.since))
        for mark, code in news.fresh:
            self._tell(code, mark, notes, tickets)
        if self.mark is None and self.standing is not None:  # nobody was told of it
            self._tell_standing(self.standing, news.mark, notes, tickets)
        self.mark = news.mark
        return news.reset or news.lost is not None

    def was_silent(self, now: float) -> bool:
        """The unit's events came; whether they were away for so long that the counter may have come round unseen."""
        silent = None if self._heard_at is None else now - self._heard_at
        self._heard_at = now
        if (silent is None and self.mark is not None) or (silent or 0.0) > SILENCE:
            self._silence = Recount(silent)
            return True
        return False

    def found_unset(self) -> None:
        """What is set at a unit before anything may come in is not set."""
        self._unset = self.mark is not None and not self._reset_told

    def was_set(self) -> None:
        """It is now: not to be set any more shows another start."""
        self._reset_told = False

    def forget_time(self) -> None:
        """What came was another unit's."""
        self._heard_at = None

    def believes(self, shown: Events) -> bool:
        """A sum lets one in 256 spoiled answers pass. What does not go with the look before is looked at twice."""
        news = self._news(shown)
        odd = self._before is None or news.reset or news.lost is not None or len(news.fresh) == EVENTS
        known, self._doubted = shown == self._doubted, shown if odd else None
        return known or not odd

    def _news(self, shown: Events) -> CounterNews:
        return news_of(self.mark or Mark(0, shown.counter), shown, self._before, self._unset)

    def marked(self, told: Told) -> Told:
        """The same, with how far the events were taken in."""
        return replace(told, mark=self.mark)

    def _find_standing(self, shown: tuple[Code, ...]) -> None:
        """What was told before may still stand at escrow."""
        for code in reversed(shown):
            self.standing = standing_after(self.standing, code, self._ticket_stacked)

    def _tell_standing(self, standing: PaperAtEscrow, mark: Mark, notes: dict[int, Note], tickets: bool) -> None:
        self._tell(TICKET if standing.type is None else (standing.type, AT_ESCROW), mark, notes, tickets)

    def _tell(self, code: Code, mark: Mark, notes: dict[int, Note], tickets: bool) -> None:
        """One event, and what it changes."""
        stood = self.standing
        self.standing = standing_after(stood, code, self._ticket_stacked)
        if code == TICKET:
            self.ticket_to_read, self.unwanted = tickets, not tickets
            told: tuple[Told, ...] = () if tickets else (Rejected("tickets are not let in"),)
        else:
            told = _of_a_note(code, stood, notes) if code[0] else self._of_the_unit(code, stood)
        self.said += [replace(one, mark=mark) for one in told]

    def _of_the_unit(self, code: Code, stood: PaperAtEscrow | None) -> tuple[Told, ...]:
        if code == GIVEN_BACK:
            return (Returned(),)
        if code in (UNKNOWN_STACKED, self._ticket_stacked):
            proves = code == self._ticket_stacked and stood is not None and stood.type is None
            return (Stacked(from_escrow=proves),)
        if code in MENDED:
            return tuple(FaultOver(fault) for fault in sorted(MENDED[code]))
        if code in REJECTIONS:
            return (Rejected(REJECTIONS[code]),)
        fault, text = FAULTS.get(code, (Fault.UNKNOWN, f"the unit tells event {code[0]} {code[1]}"))
        return (Faulty(fault, text),)


def _of_a_note(code: Code, stood: PaperAtEscrow | None, notes: dict[int, Note]) -> tuple[Told, ...]:
    kind, what = code
    note = notes.get(kind)
    if what == STACKED:
        return (Stacked(note, from_escrow=stood is not None and stood.type == kind),)
    if what == AT_ESCROW and note is not None:
        return (NoteAtEscrow(note),)
    return (Faulty(Fault.UNKNOWN, f"the unit tells event {kind} {what}, which no note of its own has"),)
