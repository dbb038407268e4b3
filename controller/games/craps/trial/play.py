"""Rolls on the engine that runs on the cabinet, every wager of the book laid again as soon as it may be.

The game is met through its interface (`controller/games/interface.py`), as the round meets it: acts of players, a
close, an outcome. What is counted is what the engine says in its own rows.

A wager that lies there after the last roll is played to its end, and none is begun any more: so every wager that was
ever laid is counted, and long hands are not lost.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from controller.games.craps.at_the_table import CrapsAtTheTable
from controller.games.craps.rules.dice import ALL_ROLLS
from controller.games.craps.rules.kinds import Opens
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.trial.wagers import TrialWager, wagers_of
from controller.games.interface import Outcome
from controller.games.row import Ending, EngineBroke, TrialChance, Tried

RICH = 10**15
"""On every seat: no wager is ever refused for want of money, and what is lost in a chunk does not show in it."""

LONGEST_LAST_HAND = 1_000_000
"""Rolls after the last one. A wager that is not decided by then never is."""

Counts = defaultdict[tuple[str, int, str, int, int], int]


def try_all(book: RuleBook, stakes: Mapping[str, int], chance: TrialChance, rolls: int) -> Tried:
    """All of these bets, each laid again when it is decided."""
    return TrialTable(book, wagers_of(book, stakes), chance).play(rolls)


class TrialTable:
    """A table of this book with one player on each seat, who lays whatever is due."""

    def __init__(self, book: RuleBook, wagers: Sequence[TrialWager], chance: TrialChance) -> None:
        self._chance = chance
        self._seats = sorted({wager.seat for wager in wagers})
        self._game = CrapsAtTheTable.opened(book, self._seats)
        for seat in self._seats:
            self._game.pay(seat, RICH)
        self._drawn = self._game.wanted_draw()
        self._settings = self._game.settings()
        self._wagers = {wager.bet: wager for wager in wagers}
        self._always = {
            wager.bet: (wager.seat, wager.stake)
            for wager in wagers
            if wager.spot.bet.kind.opens is Opens.ALWAYS and wager.spot.base is None
        }
        self._anew = [wager for wager in wagers if wager.spot.terms.rests_after_point_made]
        """They turn OFF when a point is made, and are ON when they are laid anew."""
        self._calls = [
            wager for wager in wagers if wager.spot.terms.takes_calls and not wager.spot.terms.works_on_come_out
        ]
        self._travels = [wager for wager in wagers if wager.travels_to]
        self._wager_at = {wager.bet: wager.bet for wager in wagers} | {
            spot: wager.bet for wager in self._travels for spot in wager.travels_to.values()
        }
        self._due = dict.fromkeys(self._wagers)
        """The bets to be laid as soon as they may be, in the order in which they became due."""
        self._at = dict.fromkeys([wager.bet for wager in self._travels if wager.travels_to])
        """Come box → where its wager has travelled to; None while it has not."""
        self._called: set[str] = set()
        self._point: int | None = None
        self._new_hand = True
        self._counts: Counts = defaultdict(int)
        self._uncounted: Counts = defaultdict(int)
        self._forfeited = 0

    def play(self, rolls: int) -> Tried:
        """All rolls, then the wagers that still lie there."""
        for _ in range(rolls):
            self._lay()
            self._hold_on()
            self._count(self._roll())
        self._finish()
        house = self._game.common_data()["house"]
        lost = RICH * len(self._seats) - sum(sum(self._game.money(seat)) for seat in self._seats)
        besides = sum(ending.taken * count for ending, count in self._endings(self._uncounted).items())
        return Tried(self._endings(self._counts), (house, lost), self._forfeited + besides)

    # ---- a window ----

    def _lay(self) -> None:
        """Everything that is due and may be laid now; what wants company goes last."""
        act, always = self._game.act, self._always
        waiting: dict[str, None] = {}
        for bet in self._due:
            if bet in always:
                seat, stake = always[bet]
                taken = act(seat, "place", bet, stake, None)
                if taken.refused:
                    raise EngineBroke(f"the table refused {stake} on {bet}, which is open: {taken.refused[1]}")
            else:
                waiting[bet] = None
        self._due = waiting
        for lonely in (False, True):
            for wager in [self._wagers[bet] for bet in self._due]:
                if wager.lonely is lonely and self._is_open(wager):
                    self._must(wager, "place", wager.stake)
                    del self._due[wager.bet]

    def _is_open(self, wager: TrialWager) -> bool:
        base, kind = wager.spot.base, wager.spot.bet.kind
        if base is not None:
            return self._lies(base) and not (kind.needs_point and self._point is None)
        if kind.opens is Opens.NEW_HAND:
            return self._new_hand
        return (self._point is None) is (kind.opens is Opens.COME_OUT)

    def _lies(self, spot: str) -> bool:
        """Whether the wager lies on this very spot."""
        bet = self._wager_at.get(spot)
        return bet is not None and bet not in self._due and (bet == spot or self._at[bet] == spot)

    def _hold_on(self) -> None:
        """Whoever holds a wager that is off on the come-out calls it ON, once until the puck turns over."""
        if self._point is not None:
            return
        for wager in self._calls:
            if wager.bet not in self._called and wager.bet not in self._due:
                self._must(wager, "turn", on=True)
                self._called.add(wager.bet)

    def _lay_anew(self) -> None:
        """A point was made, and these turned OFF: taken down and laid again, they are ON."""
        for wager in self._anew:
            if wager.bet not in self._due:
                self._must(wager, "take_down")
                self._must(wager, "place", wager.stake)

    def _must(self, wager: TrialWager, do: str, amount: int | None = None, on: bool | None = None) -> None:
        acted = self._game.act(wager.seat, do, wager.bet, amount, on)
        if acted.refused:
            raise EngineBroke(f"the table refused to {do} {wager.bet}: {acted.refused[1]}")
        self._forfeited += sum(units for _, units in acted.to_house)

    # ---- a roll ----

    def _roll(self) -> Outcome:
        """Bets close, the Power Odds are drawn, the dice are thrown."""
        if returned := self._game.close():
            raise EngineBroke(f"the table gave back {returned[0].bet}, which has all that it needs")
        drawn = self._chance.draw(self._drawn, self._settings) if self._drawn else {}
        faces = ALL_ROLLS[self._chance.below(len(ALL_ROLLS))]
        outcome = self._game.settle({"faces": list(faces)}, drawn)
        self._travel(outcome, faces[0] + faces[1])
        return outcome

    def _travel(self, outcome: Outcome, total: int) -> None:
        """A box that the roll did not decide moves; the puck turns, and calls are forgotten."""
        if self._travels:
            decided = {row.bet for row in outcome.settled}
            for wager in self._travels:
                stands = wager.bet not in self._due and self._at[wager.bet] is None
                if stands and wager.bet not in decided:
                    self._at[wager.bet] = wager.travels_to.get(total)
        point: int | None = outcome.details["point"]
        if point != self._point:
            self._called.clear()

    def _count(self, outcome: Outcome) -> None:
        """Note what the rows say; what left the layout is due again."""
        counts, due, at = self._counts, self._due, self._at
        for row in outcome.settled:
            bet = row.bet
            counts[bet, row.stake, row.result, row.paid, row.vigorish] += 1
            if not row.stays:
                if bet not in self._wagers or self._wagers[bet].travels_to:
                    bet = self._wager_at[bet]
                    at[bet] = None
                due[bet] = None
                self._called.discard(bet)
        self._move_on(outcome)

    def _move_on(self, outcome: Outcome) -> None:
        details = outcome.details
        before, self._point = self._point, details["point"]
        self._new_hand = details["seven_out"]
        if before is not None and self._point is None and not self._new_hand:
            self._lay_anew()

    # ---- the end ----

    def _finish(self) -> None:
        """No wager is begun any more; those that lie there are played to their end."""
        undecided = self._wagers.keys() - self._due.keys()
        for _ in range(LONGEST_LAST_HAND):
            if not undecided:
                return
            self._hold_on()
            self._count_last(self._roll(), undecided)
        raise EngineBroke(f"{', '.join(sorted(undecided))} is not decided after {LONGEST_LAST_HAND} rolls")

    def _count_last(self, outcome: Outcome, undecided: set[str]) -> None:
        """As ever, but a wager that stays after its end is another wager, and is not counted."""
        counted, self._counts = self._counts, defaultdict(int)
        self._count(outcome)
        for key, number in self._counts.items():
            bet = self._wager_at[key[0]]
            (counted if bet in undecided else self._uncounted)[key] += number
            undecided.discard(bet)
        self._counts = counted

    def _endings(self, counts: Counts) -> Counter[Ending]:
        """By wager: what became of `come:6` became of the come bet."""
        endings: Counter[Ending] = Counter()
        for (spot, stake, result, paid, vigorish), count in counts.items():
            endings[Ending(self._wager_at.get(spot, spot), stake, str(result), paid, vigorish)] += count
        return endings
