"""Bugs that are planted into what a cabinet does for progressive jackpots, as those of `planted` are into the rest.

What the floor itself does of them, and the bugs in that, is in `tests/jackpots/test_trouble.py`: here the floor is the
simulator's own.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from controller.facts.jackpot_kinds import JackpotPaid
from controller.games.jackpots import contribution, shares
from controller.server.cash import pots
from controller.server.cash.pots import Pots
from controller.table.event_rows import EVENTS
from controller.table.events import Restarted
from controller.table.jackpots import claims, playing
from controller.table.jackpots.claims import WON
from tests.faults.planted import Bug

ALL = ("floor", "floor lines")


def _each_part_is_paid_twice(patch: pytest.MonkeyPatch) -> None:
    """And posted twice, so that the books agree with it."""
    whole = claims._pay

    def pay(work: Any, of: Any, event: Any) -> None:
        for seat, amount in shares(event.amount, dict(of.stakes)).items():
            work.table.game.pay(seat, amount)
            work.decide(JackpotPaid(seat, of.jackpot, of.roll, amount, event.amount, event.decision))
        work.post("house", claims.HOUSE, -event.amount)
        whole(work, of, event)

    patch.setattr(claims, "_pay", pay)


def _what_was_paid_is_waited_for(patch: pytest.MonkeyPatch) -> None:
    """The answer that comes once more pays it once more."""
    whole = claims._replace
    patch.setattr(claims, "_replace", lambda work, of, *by: whole(work, of, *(by or (of,))))


def _what_does_not_divide_is_lost(patch: pytest.MonkeyPatch) -> None:
    """Nobody has the remainder."""

    def floored(prize: int, stakes: Mapping[int, int]) -> dict[int, int]:
        return {seat: prize * stake // sum(stakes.values()) for seat, stake in stakes.items()}

    patch.setattr(claims, "shares", floored)


def _divided_by_heads(patch: pytest.MonkeyPatch) -> None:
    """All who hit have as much, whatever they laid."""

    def by_heads(prize: int, stakes: Mapping[int, int]) -> dict[int, int]:
        parts = dict.fromkeys(sorted(stakes), prize // len(stakes))
        return parts | {min(parts): prize - prize // len(stakes) * (len(stakes) - 1)}

    patch.setattr(claims, "shares", by_heads)


def _rounded_before_it_is_paid(patch: pytest.MonkeyPatch) -> None:
    """A contribution is kept in whole units."""
    patch.setattr(playing, "contribution", lambda of, stake: contribution(of, stake) // 10**6 * 10**6)


def _the_first_feeds_alone(patch: pytest.MonkeyPatch) -> None:
    """Of several seats that play for a pot, one contributes."""
    whole = playing.feed

    class Fewer:
        def __init__(self, game: Any) -> None:
            self._game = game

        def __getattr__(self, name: str) -> Any:
            return getattr(self._game, name)

        def jackpot_stakes(self, name: str) -> dict[int, int]:
            return dict(list(self._game.jackpot_stakes(name).items())[:1])

    def feed(work: Any) -> None:
        game, work.table.game = work.table.game, Fewer(work.table.game)
        whole(work)
        work.table.game = game

    patch.setattr(playing, "feed", feed)


def _a_lease_never_ends(patch: pytest.MonkeyPatch) -> None:
    """Whichever came last is good."""
    patch.setattr(playing, "_good_lease", lambda table: table.jackpots.lease)


def _an_answer_counts_from_when_it_came(patch: pytest.MonkeyPatch) -> None:
    """So a lease that was spent is good once more, when its answer comes late or again."""
    whole, spent = Pots.heard, set[str]()

    def heard(self: Pots, hub: Any, said: Any) -> None:
        if said.nonce in self._asked or said.nonce in spent:
            spent.add(said.nonce)
            self._asked[said.nonce] = hub.now
        whole(self, hub, said)

    patch.setattr(Pots, "heard", heard)


def _any_word_is_a_win(patch: pytest.MonkeyPatch) -> None:
    """Nobody looks what the floor says of a claim: whatever it is, its amount is paid."""
    whole = claims.answered

    def answered(work: Any, event: Any) -> None:
        whole(work, event._replace(verdict=WON, decision=event.decision or 1))

    patch.setattr(claims, "answered", answered)


def _what_is_refused_lets_go(patch: pytest.MonkeyPatch) -> None:
    """Nobody has to look at it."""
    whole = claims._replace

    def replace(work: Any, of: Any, *by: Any) -> None:
        whole(work, of, *by)
        if by and by[0].refused:
            claims._ends(work, by[0])

    patch.setattr(claims, "_replace", replace)


def _claims_are_forgotten_at_a_start(patch: pytest.MonkeyPatch) -> None:
    """Whoever won waits for nothing."""

    whole = EVENTS[Restarted]

    def restarted(work: Any, event: Restarted) -> None:
        whole.handle(work, event)
        work.table.jackpots = work.table.jackpots._replace(claims=())

    patch.setitem(EVENTS, Restarted, whole._replace(handle=restarted))


def _an_old_pot_is_shown(patch: pytest.MonkeyPatch) -> None:
    """Whatever was told last, however long ago."""
    patch.setattr(pots, "STALE_MS", 10**9)


POT_BUGS: dict[str, Bug] = {
    "a pot is paid twice": Bug(_each_part_is_paid_twice, {"paid twice"}, (), jackpots=True),
    "what was paid is waited for": Bug(_what_was_paid_is_waited_for, {"paid twice", "lock"}, ALL, jackpots=True),
    "what does not divide is lost": Bug(_what_does_not_divide_is_lost, {"divided", "failed"}, (), jackpots=True),
    "a pot is divided by heads": Bug(_divided_by_heads, {"divided"}, (), jackpots=True),
    "a contribution is rounded": Bug(_rounded_before_it_is_paid, {"fed"}, (), jackpots=True),
    "a contribution is lost": Bug(_the_first_feeds_alone, {"fed"}, (), jackpots=True),
    "a lease never ends": Bug(_a_lease_never_ends, {"lease"}, ALL, jackpots=True),
    "a lease is spent twice": Bug(_an_answer_counts_from_when_it_came, {"lease"}, ALL, jackpots=True),
    "any word is a win": Bug(_any_word_is_a_win, {"guess"}, ALL, jackpots=True),
    "what is refused lets go": Bug(_what_is_refused_lets_go, {"lock"}, ALL, jackpots=True),
    "claims are forgotten at a start": Bug(
        _claims_are_forgotten_at_a_start, {"claim"}, (*ALL, "controller"), jackpots=True
    ),
    "an old pot is shown": Bug(_an_old_pot_is_shown, {"shown"}, ALL, jackpots=True),
}
