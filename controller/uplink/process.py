"""The turn of the uplink: ask where the floor is, send what follows, say every few seconds where the journal stands.

The floor's word is the only cursor. Whatever is cut, killed or restored, the next turn asks again and goes on exactly
there. Where the floor has what this journal has not, nothing more is sent but the evidence: people have to look.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.cabinet import Cabinet
from config.files.secrets import read_secret
from config.floor import Uplink
from config.process.supervisor import Supervisor, end_at_signal
from controller.protocol import floor as wire
from controller.uplink.believing import NoFloor, NotBelieved, TurnedAway
from controller.uplink.exchange import Exchanging
from controller.uplink.kept import FloorWord, keep_status, keep_word
from controller.uplink.line import FloorLine
from controller.uplink.outbox import CannotSend, UplinkOutbox
from controller.vault.faults import VaultFault
from controller.vault.journal.signing import KEY_LENGTH

if TYPE_CHECKING:
    from controller.uplink.nats_line import NatsLine

LOOK_EVERY = 0.25
"""Seconds between two looks for new entries."""
HEAD_EVERY = 5.0
TELL_EVERY = 1.0
"""Seconds between two words of how it stands, where nothing is new."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Before the floor is called again; each time twice as long."""
COMES_AFTER = 10

log = structlog.get_logger()


class UplinkLoop:
    """One journal, one floor."""

    def __init__(self, journal: Path, settings: Uplink, key: Ed25519PrivateKey) -> None:
        self._folder = Path(settings.directory)
        self._outbox = UplinkOutbox(journal, settings.archives, settings.cabinet)
        self._line = _line(settings, key)
        self._cursor: wire.FloorAnswer | None = None
        self._head_at = 0.0
        self._looked = 0
        """The last entry that was looked at for what goes ahead."""
        self._pause = FIRST_PAUSE
        self.trouble, self.about = "", ""
        self._said_trouble = ""
        self._told, self._tell_at = ("", -1), 0.0
        self._head = self._heard_at = self._clock_off = 0
        """Where the journal stood, when the floor was heard, and by how much our clock is before its own."""
        self.stopping = False
        self.agreed = False
        """Whether this journal is what the floor has: before that is known nothing is asked about tickets."""

    def run(self, turned: Callable[[], None] = lambda: None) -> None:
        """Until asked to stop. A long pause is many short ones, so that whoever asks is heard."""
        while not self.stopping:
            turned()
            until = time.monotonic() + self.turn()
            while time.monotonic() < until and not self.stopping:
                time.sleep(max(0.0, min(LOOK_EVERY, until - time.monotonic())))
                turned()

    def turn(self) -> float:
        """One; returns the seconds until the next."""
        try:
            pause = self._go_on()
            self._pause = FIRST_PAUSE
        except (NoFloor, NotBelieved, TurnedAway) as error:
            code = {NoFloor: "floor_away", NotBelieved: "floor_not_believed"}.get(type(error), str(error))
            self._cursor, self.trouble, self.about = None, code, str(error)
            pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
        except (CannotSend, VaultFault) as error:
            self.agreed = False
            self.trouble, self.about = error.code, str(error)
            pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
        except OSError as error:  # the floor's word could not be kept, so nothing is done by it: we ask again
            self._cursor, self.trouble, self.about = None, "disk_fails", str(error)
            pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
        self._tell()
        return pause

    def _go_on(self) -> float:
        standing = self._outbox.standing()
        if self._cursor is None or self._cursor.journal != standing.journal:
            self._looked = 0
            self._heed(self._line.cursor(standing.journal), standing.journal)
        cursor = self._cursor
        assert cursor is not None
        if time.monotonic() >= self._head_at:
            self._head_at = time.monotonic() + HEAD_EVERY
            self._say_head(cursor)
            if self._cursor is None:
                return 0.0
        self._stand_still_for(cursor)
        self._check(cursor, standing.journal)
        self.agreed = True
        self._go_ahead(cursor)
        batch = self._next(cursor)
        if batch is None:
            self.trouble = self.about = ""
            return LOOK_EVERY
        word = self._line.send(wire.pack(batch))
        self._heed(word, standing.journal)
        self._stand_still_for(word)
        self.trouble = self.about = ""
        return 0.0 if len(batch.entries) > 1 and self._outbox.newest() > batch.last else LOOK_EVERY

    def _go_ahead(self, cursor: wire.FloorAnswer) -> None:
        """What calls for somebody is said before the batches that it is behind."""
        self._looked, urgent = self._outbox.urgent(max(self._looked, cursor.seq))
        for hint in urgent:
            self._line.hint(hint)

    def _next(self, cursor: wire.FloorAnswer) -> wire.Batch | None:
        """A journal that the floor has not met, and whose beginning is nowhere here, is said to be one."""
        try:
            return self._outbox.batch(cursor.seq)
        except CannotSend as error:
            if error.code == "archive_missing" and not cursor.seq:
                self._say_head(cursor, alone=True)
                self._cursor = None  # a person may enrol it at any time
            raise

    def _stand_still_for(self, word: wire.FloorAnswer) -> None:
        """Where the floor found something, people have to look; until then we ask again, ever more rarely."""
        if word.code not in wire.GOES_ON:
            self._cursor = None
            raise CannotSend(word.code, f"the floor says {word.code}; it has entry {word.seq}")

    def _heed(self, answer: wire.FloorAnswer, journal: str) -> None:
        """The floor's word, kept before anything is done by it."""
        if answer.journal != journal:
            raise NotBelieved(f"an answer about {answer.journal}")
        if answer.seq and (self._cursor is None or answer.seq != self._cursor.seq):
            keep_word(self._folder, FloorWord(self._line.belief.body, self._line.belief.signature))
        self._cursor = answer
        self._heard(answer)

    def _heard(self, answer: wire.FloorAnswer) -> None:
        self._heard_at = time.time_ns() // 1_000_000
        self._clock_off = self._heard_at - answer.at

    def _say_head(self, cursor: wire.FloorAnswer, alone: bool = False) -> None:
        said = self._outbox.head(time.time_ns() // 1_000_000, cursor.seq, alone)
        answer = self._line.say(said)
        self._heard(answer)
        self._head = said.head
        if answer.code not in wire.GOES_ON:
            log.error("the floor found something", code=answer.code)
        if answer.seq < cursor.seq:  # it has lost what it had: ask, and send that again
            self._cursor = None

    def _check(self, cursor: wire.FloorAnswer, journal: str) -> None:
        """The floor is a second place: what it has, we must have. If not, the evidence goes to it, and nothing else."""
        ours = self._outbox.hash_of(cursor.seq)
        standing = self._outbox.standing()
        if cursor.seq < standing.base_seq or (ours is not None and ours.hex() == cursor.hash):
            return
        self._head_at = 0.0
        self._cursor = None
        self._say_head(cursor)
        common = self._last_common(journal, standing.base_seq, min(cursor.seq, self._outbox.newest()))
        batch = self._outbox.batch(common)
        if batch is not None:
            self._line.send(wire.pack(batch))
        what = f"the floor has entry {cursor.seq} with another hash; both agree up to entry {common}"
        raise CannotSend("rolled_back", what)

    def _last_common(self, journal: str, low: int, high: int) -> int:
        """By halves: what one entry agrees on, all before it do."""
        while low < high:
            middle = (low + high + 1) // 2
            theirs, ours = self._line.cursor(journal, middle), self._outbox.hash_of(middle)
            agree = theirs.seq == middle and ours is not None and ours.hex() == theirs.hash
            low, high = (middle, high) if agree else (low, middle - 1)
        return low

    def _tell(self) -> None:
        cursor = self._cursor
        stands = (self.trouble, 0 if cursor is None else cursor.seq)
        if stands == self._told and time.monotonic() < self._tell_at:
            return
        self._told, self._tell_at = stands, time.monotonic() + TELL_EVERY
        if self.trouble != self._said_trouble:
            self._said_trouble = self.trouble
            log.log(40 if self.trouble else 20, "uplink", trouble=self.trouble or "none", about=self.about)
        status = {
            "at": time.time_ns() // 1_000_000,
            "trouble": self.trouble,
            "about": self.about[:300],
            "delivered": stands[1],
            "head": self._head,
            "heard_at": self._heard_at,
            "clock_off": self._clock_off,
        }
        with suppress(OSError):  # whoever reads an old one is told in a minute that we do not run
            keep_status(self._folder, status)

    def close(self) -> None:
        """Let go."""
        self._line.end()
        self._outbox.close()


def _line(settings: Uplink, key: Ed25519PrivateKey) -> "FloorLine | NatsLine":
    """By the way that the settings name."""
    if settings.nats is None:
        return FloorLine(settings, key)
    from controller.uplink.nats_line import NatsLine  # a cabinet without a broker needs none of it

    return NatsLine(settings, key)


def serve(cabinet: Cabinet, settings: Uplink) -> int:
    """Until SIGTERM or SIGINT."""
    os.nice(COMES_AFTER)
    key = Ed25519PrivateKey.from_private_bytes(read_secret(Path(settings.key_file), KEY_LENGTH))
    loop = UplinkLoop(Path(cabinet.journal.directory), settings, key)
    end_at_signal(loop)
    log.info("uplink started", floor=settings.address, cabinet=settings.cabinet)
    supervisor = Supervisor()
    exchanging = Exchanging(cabinet, settings, key, lambda: loop.agreed)
    supervisor.ready(f"reports to {settings.address}")

    def turned() -> None:
        supervisor.turned()
        exchanging.check()

    try:
        loop.run(turned)
        supervisor.stopping()
    finally:
        exchanging.close()
        loop.close()
    log.info("uplink stopped")
    return 0
