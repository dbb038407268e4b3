"""The controller's process: start-up in its order, signals, and an end that loses nothing.

Configuration checked, the source of chance proved, journal verified from its last snapshot, sockets opened, the dice
unit asked, recovery finished: then the machine is ready. Until the unit has answered the table is held, and says so.
"""

import gc
import signal
import time
from pathlib import Path
from typing import NamedTuple, Self

import structlog

from config.cabinet import Cabinet, read_cabinet
from config.files.secrets import read_secret
from config.process.supervisor import Supervisor
from controller.games.registry import table_row
from controller.media import Shelf
from controller.protocol.devices.authentic import KEY_LENGTH
from controller.server.connections.boards import BoardPlace
from controller.server.host.archiving import Archiving
from controller.server.host.cabinet import DeskSettings, build_loop
from controller.server.host.chance import SystemChance
from controller.server.host.chance_health import ChanceFailed
from controller.server.host.power import forget_words, leave_word
from controller.server.host.releases import installed
from controller.server.host.signing import SoftwareSigning
from controller.server.host.software import SoftwareCheck
from controller.server.host.watches.floor import FloorWatch
from controller.server.host.watches.health import HealthWatch
from controller.server.host.watches.second_place import SecondPlaceWatch
from controller.server.host.watches.units_down import UnitsDown
from controller.server.loop.journal import Journal, first_table, open_journal
from controller.server.loop.loop import Loop
from controller.server.loop.ports import StoreFailed
from controller.server.sockets.doors import raise_descriptor_limit
from controller.server.staff.pins import PinsOnDisk
from controller.server.staff.sessions import Patience
from controller.server.staff.settings.cap_check import CapCheck
from controller.server.zmq.keyring import Keyring
from controller.server.zmq.transport import SocketTransport

log = structlog.get_logger()

STOPPED, FAILED, SWITCHED_OFF = 0, 1, 3
"""Exit codes. After the last nothing starts this process again: the machine goes off, or another version comes."""


class MonotonicClock:
    """The machine's own time, which no setting of the wall clock moves."""

    def now(self) -> int:
        """Milliseconds."""
        return time.monotonic_ns() // 1_000_000


class CheckedConfiguration:
    """The configuration, read and found good, with the secrets that it names."""

    def __init__(self, path: Path) -> None:
        self.cabinet: Cabinet = read_cabinet(path)
        table = first_table(self.cabinet.table, self.cabinet.journal.gaming_day())
        self.device = table_row(table.game.name).device
        self.unit = self.cabinet.unit_of(self.device)
        self.unit_key = read_secret(Path(self.unit.key_file), KEY_LENGTH)
        self.keyring = Keyring(Path(self.cabinet.keys))


class BackgroundWork(NamedTuple):
    """What is worked out beside the loop, which waits for none of it."""

    cap_check: CapCheck
    pins: PinsOnDisk
    software: SoftwareCheck
    archiving: Archiving
    health: HealthWatch
    signing: SoftwareSigning

    @classmethod
    def of(cls, cabinet: Cabinet, journal: Journal) -> Self:
        """For this cabinet. The software is compared here and now, before anything is played."""
        manifest = None if cabinet.manifest is None else Path(cabinet.manifest)
        directory = Path(cabinet.journal.directory)
        shelf = Shelf(Path(cabinet.media.directory), cabinet.media.must_be_mounted)
        archiving = Archiving(journal, directory, shelf, cabinet.floor)
        return cls(
            CapCheck(),
            PinsOnDisk(directory),
            SoftwareCheck(manifest),
            archiving,
            HealthWatch(Path(cabinet.run) / "health"),
            SoftwareSigning(),
        )

    def close(self) -> None:
        """The process ends."""
        for one in self:
            one.close()


class StopAsked:
    """SIGTERM or SIGINT has come, at whatever moment: while the settings are read, in mid-start, in mid-turn."""

    def __init__(self) -> None:
        self.loop: Loop | None = None
        self.so = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._come)

    def of(self, loop: Loop) -> Loop:
        """From now on this loop ends with its turn; at once, if the signal came before it was there."""
        self.loop = loop
        loop.stopping = self.so
        return loop

    def _come(self, *_: object) -> None:
        self.so = True
        if self.loop is not None:
            self.loop.stopping = True


def serve(checked: CheckedConfiguration, stop: StopAsked) -> int:
    """Until it is asked to stop, at any moment, or until the store or the source of chance fails."""
    chance = SystemChance()
    raise_descriptor_limit()
    journal = open_journal(checked.cabinet)
    try:
        run, is_remote = Path(checked.cabinet.run), checked.cabinet.remote is not None
        transport = SocketTransport(run, checked.keyring, edge=is_remote)
    except BaseException:
        journal.close()
        raise
    background = BackgroundWork.of(checked.cabinet, journal)
    forget_words(run)
    loop = stop.of(_loop(checked, journal, transport, chance, background))
    _spare_the_collector()
    log.info("controller started", name=checked.cabinet.name, run=checked.cabinet.run, demo=journal.demo)
    supervisor = Supervisor()
    supervisor.ready(_standing(loop))
    try:
        loop.run(lambda: _tell(supervisor, loop))
        supervisor.stopping()
        journal.close()
    except StoreFailed as failure:
        log.critical("the journal failed: nothing of the last turn was told; starting again recovers", why=str(failure))
        return FAILED
    except ChanceFailed as failure:
        log.critical("nothing of the last turn was told; starting again asks the source anew", why=str(failure))
        return FAILED
    except Exception as failure:
        log.critical("the controller failed; starting again recovers what was committed", exc_info=failure)
        return FAILED
    finally:
        background.close()
        transport.close()
    log.info("controller stopped", ending=loop.ending)
    if loop.ending:
        leave_word(run, loop.ending)
    return SWITCHED_OFF if loop.ending in ("power_off", "rollback") else STOPPED


def _spare_the_collector() -> None:
    """A table's state is large, long-lived and without cycles: looking through it again and again costs every wager."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def _loop(
    checked: CheckedConfiguration,
    journal: Journal,
    transport: SocketTransport,
    chance: SystemChance,
    background: BackgroundWork,
) -> Loop:
    cabinet = checked.cabinet
    dice = cabinet.dice_unit
    settings = DeskSettings(
        unit_key=checked.unit_key,
        shake_ms=dice.shake_ms if dice else 0,
        shake_strength=dice.strength if dice else 0,
        boards={board.serial: BoardPlace(board.seat, board.cabinet) for board in cabinet.boards},
        local_seats=frozenset(cabinet.terminals.local_seats),
        second_process=cabinet.terminals.second_process,
        emulated_allowed=checked.unit.emulated,
        demo=journal.demo,
        cap_check=background.cap_check,
        pins=background.pins,
        watches=(
            background.software,
            background.archiving,
            background.health,
            SecondPlaceWatch(journal),
            FloorWatch(checked.cabinet.floor),
            UnitsDown(Path(checked.cabinet.run)),
        ),
        patience=Patience(1000 * cabinet.stations.idle_seconds, 1000 * cabinet.stations.lock_seconds),
        decimals=cabinet.money.decimals,
        signing=background.signing,
        identity={"name": cabinet.name, **cabinet.identity.model_dump()},
        releases=installed(Path(cabinet.program)),
    )
    return build_loop(settings, MonotonicClock(), journal, transport, chance)


def _tell(supervisor: Supervisor, loop: Loop) -> None:
    """Each turn: the loop lives, and this is how the table stands."""
    supervisor.turned()
    supervisor.status(_standing(loop))


def _standing(loop: Loop) -> str:
    """For `systemctl status`: the journal is open; without its dice unit the table is held until it comes."""
    table = loop.table
    if not loop.ready:
        return "journal recovered; waiting for the unit"
    held = f", held: {', '.join(sorted(table.holds))}" if table.holds else ""
    return f"{table.phase.value}, round {table.round}{held}"
