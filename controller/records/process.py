"""The process: questions in, answers out, and now and then a look at the controller for metrics and trend."""

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

import structlog

from config.cabinet import Cabinet
from config.process.supervisor import end_at_signal, supervised
from controller.media import Shelf
from controller.protocol.message import BadMessage, Message, cut, decode, encode
from controller.protocol.records.history import RoundsWanted
from controller.protocol.records.questions import MAY_ASK, TO_RECORDS
from controller.protocol.terminals.answers import NotTaken
from controller.records.figures.metrics import page
from controller.records.figures.metrics_server import MetricsServer
from controller.records.figures.trend import EVERY
from controller.records.library import Library
from controller.server.loop.ports import Arrival
from controller.server.sockets.doors import raise_descriptor_limit
from controller.server.zmq.keyring import Keyring
from controller.server.zmq.peers import is_local
from controller.server.zmq.query import Asker, NoAnswer
from controller.server.zmq.transport import SocketTransport
from controller.uplink.standing import Wrong, standing_with_floor
from controller.vault.faults import VaultFault
from controller.vault.journal.snapshots import last_snapshot
from controller.vault.read.reader import Reader

QUESTIONS_A_TURN = 16
LOOK_EVERY = 1.0
"""Seconds between two looks at the controller, where somebody reads the metrics."""
PATIENCE_MS = 300
COMES_AFTER = 10
"""On a machine with two cores whoever reads the past waits for the loop, and the loop for nobody."""
WAIT_MS = 250

log = structlog.get_logger()


def answers_folder(run: Path) -> Path:
    """The directory of the local sockets at which questions are answered, with one directory per role in it."""
    return run / "answers"


class Records:
    """Library, sockets and metrics."""

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet
        run = Path(cabinet.run)
        keys = Path(cabinet.keys)
        is_remote = cabinet.records.endpoint is not None
        raise_descriptor_limit()
        self._transport = SocketTransport(answers_folder(run), Keyring(keys), edge=is_remote, broadcasts=False)
        self._asker = Asker(run)
        manifest = None if cabinet.manifest is None else Path(cabinet.manifest)
        shelf = Shelf(Path(cabinet.media.directory), cabinet.media.must_be_mounted)
        journal, pin = Path(cabinet.journal.directory), Path(cabinet.journal.pin)
        self._library = Library(journal, self._rules, shelf, manifest, pin, run, cabinet)
        self._metrics = MetricsServer(cabinet.records.metrics_port) if cabinet.records.metrics_port else None
        self._look_at = 0.0
        self.stopping = False

    def run(self, turned: Callable[[], None] = lambda: None) -> None:
        """Until asked to stop. `turned` hears of every turn."""
        while not self.stopping:
            turned()
            self._transport.wait(WAIT_MS)
            for arrival in self._transport.arrived(QUESTIONS_A_TURN):
                self._transport.send(arrival.peer, encode(self._answer(arrival)))
            self._transport.flush()
            if time.monotonic() >= self._look_at:
                self._look_at = time.monotonic() + (LOOK_EVERY if self._metrics else EVERY)
                self._look()

    def close(self) -> None:
        """Let go of everything."""
        if self._metrics is not None:
            self._metrics.close()
        self._asker.close()
        self._library.close()
        self._transport.close()

    def _answer(self, arrival: Arrival) -> Message:
        """What is asked, if this peer may ask it."""
        who = arrival.who
        if who is None:
            return NotTaken(code="no_key", reason="your key is not, or no longer, ours")
        try:
            question = decode(TO_RECORDS, arrival.data)
        except BadMessage as error:
            return NotTaken(code="bad_message", reason=str(error))
        if not isinstance(question, MAY_ASK.get(who.role, ())):
            log.warning("question refused", role=who.role, key=who.name, question=question.kind)
            return NotTaken(code="not_for_role", reason=f"{question.kind} is not for the role {who.role}")
        seat = None
        if who.role == "terminal" and isinstance(question, RoundsWanted):
            seat = question.seat if is_local(who) else who.seat
            local = self._cabinet.terminals.local_seats
            if seat is None or question.seat not in (None, seat) or (is_local(who) and seat not in local):
                return NotTaken(code="wrong_seat", reason="a terminal asks about its own seat")
        try:
            return self._library.answer(question, seat)
        except VaultFault as fault:
            log.error("journal cannot be read", why=str(fault))
            return NotTaken(code="journal", reason=cut(str(fault)))

    def _rules(self) -> Mapping[str, Any]:
        """The rules in force: the controller's, or while it is away those of the journal's last snapshot."""
        try:
            return self._asker.book(PATIENCE_MS).book
        except NoAnswer:
            with Reader(Path(self._cabinet.journal.directory)) as reader, reader.view() as connection:
                rules: Mapping[str, Any] = last_snapshot(connection, str(reader.file)).data["state"]["rules"]
                return rules

    def _look(self) -> None:
        try:
            status = self._asker.status(PATIENCE_MS)
        except NoAnswer:
            status = None
        self._library.course.see(status, time.time_ns() // 1_000_000, time.monotonic())
        if self._metrics is not None:
            self._metrics.text = page(status, {**self._meters(), **self._floor()})

    def _floor(self) -> Mapping[str, int]:
        """How it stands with the floor of the house; nothing where there is none."""
        if self._cabinet.floor is None:
            return {}
        found = standing_with_floor(self._cabinet.floor, time.time_ns() // 1_000_000)
        wrong = {f"{code}": int(code in found.wrong) for code in get_args(Wrong)}
        return {"uplink_delivered": found.delivered, "uplink_waiting": found.waiting, **wrong}

    def _meters(self) -> Mapping[str, int]:
        try:
            return self._library.meters(None)
        except VaultFault as fault:
            log.error("journal cannot be read", why=str(fault))
            return {}


def serve(cabinet: Cabinet) -> int:
    """Until SIGTERM or SIGINT."""
    os.nice(COMES_AFTER)
    records = Records(cabinet)
    end_at_signal(records)
    log.info("records started", journal=cabinet.journal.directory, metrics_port=cabinet.records.metrics_port)
    try:
        supervised(records.run, "answers questions about the past")
    finally:
        records.close()
    log.info("records stopped")
    return 0
