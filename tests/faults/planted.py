"""Bugs that are planted into the shipped code, to see whether the simulated cabinet finds them.

Each takes away one thing that a law of `docs/architecture.md` rests on, as a slip of the hand would.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from controller.protocol.terminals.commands import CashOut
from controller.server.connections.seats import terminals
from controller.server.connections.seats.seat_views import seat_now
from controller.server.connections.units import dice_desk, wheel_desk
from controller.server.loop import journal, outbox
from controller.table import machine
from controller.table.commands import clients
from controller.table.event_rows import EVENTS
from controller.table.events import Drawn, FromSeat
from controller.table.holds import reasons
from controller.table.phases import Phase
from controller.table.round import recovery, rolling, rounds
from controller.vault import kept_table
from controller.vault.books import clerk
from controller.vault.journal import files, writer
from controller.vault.recovered_table import recovered_table


class Bug(NamedTuple):
    """What is wrong, and which law shows it."""

    plant: Callable[[pytest.MonkeyPatch], None]
    laws: set[str]
    faults: tuple[str, ...]
    """The kinds of trouble that bring it to light."""
    book: str = ""
    """Of the game that it is in; empty: of craps, in turn."""
    slots: int = 0
    """Seats with an acceptor and a printer."""
    jackpots: bool = False
    """Whether the table plays for pots of a floor."""


def _told_before_it_is_kept(patch: pytest.MonkeyPatch) -> None:
    """Answers go out, and the commit comes with the next turn's."""

    def commit(self: kept_table.KeptTable) -> Any:
        told, self._told = self._told, []
        if len(self.vault._waiting) > 3:
            self.vault.commit()
        return told

    patch.setattr(kept_table.KeptTable, "commit", commit)


def _not_synced(patch: pytest.MonkeyPatch) -> None:
    """SQLite leaves it to the kernel when the journal gets to the disk."""
    whole = files.open_writer

    def open_writer(file: Path) -> sqlite3.Connection:
        connection = whole(file)
        connection.execute("pragma synchronous=off")
        return connection

    patch.setattr(writer, "open_writer", open_writer)


def _twice_is_twice(patch: pytest.MonkeyPatch) -> None:
    """Nobody looks whether a command was sent before."""
    patch.setattr("controller.table.machine.old_answer", lambda _table, _command: None)


def _any_mac_will_do(patch: pytest.MonkeyPatch) -> None:
    """The unit's signature is not looked at."""
    patch.setattr(dice_desk, "judge", lambda *_args, **_words: "authentic")


def _a_gift(patch: pytest.MonkeyPatch) -> None:
    """A cash-out pays one unit more, and books it."""
    whole = EVENTS[CashOut]

    def cash_out(work: Any, event: Any) -> None:
        whole.handle(work, event)
        work.table.game.pay(event.seat, 1)
        work.post("gift", "nobody", -1)

    patch.setitem(EVENTS, CashOut, whole._replace(handle=cash_out))


def _the_last_entry_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    """A start plays all entries again but one."""

    def forgetful(recovered: Any, *rest: Any) -> Any:
        return recovered_table(recovered._replace(entries=recovered.entries[:-1]), *rest)

    patch.setattr(kept_table, "recovered_table", forgetful)


def _the_phase_slips(patch: pytest.MonkeyPatch) -> None:
    """The shooter's time ends, and the round is over."""
    patch.setitem(machine.DUE, Phase.SHOOTING, lambda work: _enter(work, Phase.SETTLING))


def _enter(work: Any, phase: Phase) -> None:
    work.table.phase, work.table.left = phase, 1000


def _rounds_are_not_signed(patch: pytest.MonkeyPatch) -> None:
    """The head is signed with snapshots only."""
    patch.setattr(writer.Vault, "_signs", property(lambda _self: False, lambda _self, _value: None), raising=False)


def _everybody_hears_it(patch: pytest.MonkeyPatch) -> None:
    """What concerns a seat goes to its neighbour as well."""

    def tell(self: Any, hub: Any, news: Any) -> None:
        for seat in set(news.seats):
            for connection in self._at.values():
                hub.say(connection.peer, seat_now(hub.table, seat))

    patch.setattr(terminals.Terminals, "tell", tell)


def _the_link_never_counts_as_back(patch: pytest.MonkeyPatch) -> None:
    """After a restart the table waits for its unit for ever."""
    patch.setattr(dice_desk.DiceDesk, "_stands", lambda _self, _floor, _status, _standing: None)


def _the_outbox_keeps_for_ever(patch: pytest.MonkeyPatch) -> None:
    """Whatever waits for a peer that does not read is kept, all of it."""

    def keep(self: outbox.Queue, data: bytes) -> None:
        self.messages.append(data)
        self.size += len(data)

    patch.setattr(outbox.Queue, "keep", keep)


def _a_message_fells_the_desk(patch: pytest.MonkeyPatch) -> None:
    """A command of an unknown shape is looked at as if it were known."""

    def from_seat(seat: int, client: str, id: int, asked: Any) -> Any:
        if getattr(asked, "round", None) == 3:
            raise KeyError("round")
        return FromSeat(seat, client, id, asked)

    patch.setattr("controller.server.connections.seats.terminals.FromSeat", from_seat)


def _chance_runs_in_the_core(patch: pytest.MonkeyPatch) -> None:
    """A decision rests on something that is not in the event."""
    whole = EVENTS[Drawn]
    count = [0]

    def drawn(work: Any, event: Any) -> None:
        whole.handle(work, event)
        count[0] += 1
        work.table.no_rolls = count[0] % 2

    patch.setitem(EVENTS, Drawn, whole._replace(handle=drawn))


def _a_failed_commit_is_shrugged_off(patch: pytest.MonkeyPatch) -> None:
    """The disk says no, and the loop goes on."""
    whole = kept_table.KeptTable.commit

    def commit(self: kept_table.KeptTable) -> Any:
        told = list(self._told)
        try:
            return whole(self)
        except Exception:
            return told

    patch.setattr(kept_table.KeptTable, "commit", commit)


def _the_answer_is_made_anew(patch: pytest.MonkeyPatch) -> None:
    """A command sent again is answered by what it would be answered now."""
    whole = clients.old_answer

    def old_answer(table: Any, command: Any) -> Any:
        old = whole(table, command)
        return None if old is None else old._replace(ok=False, code="sent_before")

    patch.setattr("controller.table.machine.old_answer", old_answer)


def _the_clerk_stumbles(patch: pytest.MonkeyPatch) -> None:
    """The books fail in mid-entry, once in a while: the ledger has it, the journal has not."""
    whole = clerk.Clerk._post

    def post(self: clerk.Clerk, seq: int, decisions: Any) -> None:
        whole(self, seq, decisions)
        if seq % 40 == 0:
            raise KeyError("pass_line")

    patch.setattr(clerk.Clerk, "_post", post)


def _a_stumble_is_shrugged_off(patch: pytest.MonkeyPatch) -> None:
    """The books fail as above, and the loop plays on."""
    _the_clerk_stumbles(patch)

    def leave(_self: Any, _kind: object, error: BaseException | None, _trace: object) -> bool:
        return isinstance(error, KeyError)

    patch.setattr(journal.StoreFailure, "__exit__", leave)


# ---- roulette -----------------------------------------------------------------------------------------------------

ROULETTE = "mbs_roulette_v3"


def _any_wheel_will_do(patch: pytest.MonkeyPatch) -> None:
    """The wheel's signature is not looked at."""
    patch.setattr(wheel_desk, "judge_spin", lambda *_args, **_words: "authentic")


def _a_wheel_may_contradict_itself(patch: pytest.MonkeyPatch) -> None:
    """A number is a number, whichever way the ball went."""
    patch.setattr(wheel_desk, "contradictions", lambda _report: ())


def _a_hold_leaves_bets_open(patch: pytest.MonkeyPatch) -> None:
    """The ball turns unseen, and the window waits."""
    for module in (rounds, reasons, recovery):
        patch.setattr(module, "lose_sight", lambda _work: None)


def _a_report_leaves_bets_open(patch: pytest.MonkeyPatch) -> None:
    """The ball falls before the bet timer has ended, and the timer runs on."""
    patch.setattr(rolling, "_close_as_late", lambda _work, _roll_id: None)


BUGS: dict[str, Bug] = {
    "told before it is kept": Bug(_told_before_it_is_kept, {"lost", "durable"}, ("controller",)),
    "not synced": Bug(_not_synced, {"lost", "start", "durable"}, ("power",)),
    "twice is twice": Bug(_twice_is_twice, {"twice", "answer"}, ("network",)),
    "any MAC will do": Bug(_any_mac_will_do, {"verify"}, ("unit",)),
    "a gift": Bug(_a_gift, {"money", "failed"}, ()),
    "the last entry is forgotten": Bug(_the_last_entry_is_forgotten, {"replay"}, ("controller",)),
    "the phase slips": Bug(_the_phase_slips, {"phase", "stuck", "failed"}, ()),
    "rounds are not signed": Bug(_rounds_are_not_signed, {"verify"}, ()),
    "everybody hears it": Bug(_everybody_hears_it, {"privacy"}, ()),
    "the link never counts as back": Bug(_the_link_never_counts_as_back, {"stuck"}, ()),
    "the outbox keeps for ever": Bug(_the_outbox_keeps_for_ever, {"bounds"}, ("terminals",)),
    "a message fells the desk": Bug(_a_message_fells_the_desk, {"failed"}, ()),
    "chance runs in the core": Bug(_chance_runs_in_the_core, {"replay"}, ()),
    "a failed commit is shrugged off": Bug(
        _a_failed_commit_is_shrugged_off, {"lost", "durable", "exception", "store"}, ("disk",)
    ),
    "the clerk stumbles": Bug(_the_clerk_stumbles, {"store"}, ()),
    "a stumble is shrugged off": Bug(_a_stumble_is_shrugged_off, {"money", "lost", "replay"}, ()),
    "the answer is made anew": Bug(_the_answer_is_made_anew, {"answer"}, ("network",)),
    "any wheel will do": Bug(_any_wheel_will_do, {"verify"}, ("unit",), ROULETTE),
    "a wheel may contradict itself": Bug(_a_wheel_may_contradict_itself, {"roll"}, ("unit",), ROULETTE),
    "a hold leaves bets open": Bug(_a_hold_leaves_bets_open, {"state"}, ("people",), ROULETTE),
    "a report leaves bets open": Bug(_a_report_leaves_bets_open, {"late"}, (), ROULETTE),
}
