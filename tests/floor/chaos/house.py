"""A house whose every part is a process, on a disk, by a clock and behind links of its own."""

import os
import shutil
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from controller.vault.lifecycle.creation import Life
from tests.floor import postgres
from tests.floor.chaos.disks import Disk
from tests.floor.chaos.proxy import Proxy
from tests.floor.chaos.script import ALL, BROKER, CABINETS, DATABASE, FLOOR, Setting
from tests.floor.floors import Cabinet, Floors

SILENT_SECONDS, CLOCK_SECONDS = 60, 20
MEBIBYTES = {DATABASE: 128}
SMALL = 16
Ended = (signal.SIGKILL, signal.SIGTERM)


class House(Floors):
    """Three cabinets and their floor."""

    def __init__(self, folder: Path, setting: Setting, bug: str = "-") -> None:
        self.folder, self.setting, self._bug = folder, setting, bug
        self._clocks, self._orders = folder / "clocks", folder / "orders"
        for made in (self._clocks, self._orders):
            made.mkdir()
        self.disks = {FLOOR: Disk(folder / "disk", SMALL)}
        self._copy = folder / "older"
        self.database: postgres.Server | None = None
        self.links: dict[str, Proxy] = {}
        database = 'sqlite = "disk/floor.db"'
        if setting.postgres:
            database = f'postgres = "{self._lay_database()}"'
        super().__init__(folder, database, Life.DEMO, setting.broker)
        if setting.broker:
            self.disks[BROKER] = Disk(folder / "nats", SMALL)
            self.links["floor and broker"] = Proxy(self.port + 2)
        self._settle()
        for name in CABINETS:
            self._furnish(name)

    def _lay_database(self) -> str:
        place = self.folder / "database"
        place.mkdir()
        owner = "postgres" if os.getuid() == 0 else None
        self.disks[DATABASE] = Disk(place / "data", MEBIBYTES[DATABASE], owner)
        self.folder.chmod(0o755)
        self.database = postgres.lay(place)
        self.database.start()
        self.database.make_database("floor")
        link = self.links["floor and database"] = Proxy(self.database.port)
        return f"postgresql://boxcars@127.0.0.1:{link.port}/floor"

    def _settle(self) -> None:
        text = self.config.read_text()
        if self.setting.long:
            text = text.replace("silent_seconds = 600", f"silent_seconds = {SILENT_SECONDS}")
        text = text.replace("clock_seconds = 86400", f"clock_seconds = {CLOCK_SECONDS}")
        text = text.replace("[database]", 'segments = "disk/segments"\nsegment_kib = 16\n[database]')
        if self.setting.broker:
            through = self.links["floor and broker"].port
            text = text.replace(
                f'address = "tls://127.0.0.1:{self.port + 2}"', f'address = "tls://127.0.0.1:{through}"'
            )
        self.config.write_text(text)

    def _furnish(self, name: str) -> None:
        self.disks[name] = Disk(self.folder / name, SMALL)
        link = self.links[name] = Proxy(self.port + (2 if self.setting.broker else 0))
        broker = f'nats = "tls://127.0.0.1:{link.port}"\n' if self.setting.broker else ""
        port = 1 if self.setting.broker else link.port
        made = Cabinet(self.folder / name, name, port, self.certificate, Life.DEMO, broker)
        self.cabinets[name] = made
        self.says("cabinet", name, made.public_key)
        (self._orders / name).mkdir()

    # ---- processes ----

    def start_all(self) -> None:
        """The house opens."""
        for name in self.parts():
            if name != DATABASE:
                self.start(name)
            if name in CABINETS:
                self.play(name)

    def parts(self) -> list[str]:
        """All that runs."""
        parts = [DATABASE] if self.setting.postgres else []
        parts += [BROKER] if self.setting.broker else []
        return [*parts, FLOOR, *CABINETS, *(f"player {name}" for name in CABINETS)]

    def start(self, name: str) -> None:
        """One that has ended."""
        if name == DATABASE:
            assert self.database is not None
            self.database.start()
        elif name == BROKER:
            self.start_broker()
        elif name == FLOOR:
            self.start_floor()
        elif name in CABINETS:
            self.start_uplink(self.cabinets[name])
        else:
            cabinet = name.removeprefix("player ")
            orders = self._orders / cabinet
            words = ["-m", "tests.floor.chaos.player", self.cabinets[cabinet].journal, orders, self._fresh()]
            self._run(name, [sys.executable, *map(str, words)])

    def _fresh(self) -> int:
        """A seed for a player that goes on."""
        self._started = getattr(self, "_started", 0) + 1
        return self._started

    def stop(self, name: str, number: signal.Signals) -> None:
        """Killed, ended or frozen; of a database all of its processes."""
        if name != DATABASE:
            self.signal(name, number)
        elif number in Ended:
            assert self.database is not None
            self.database.kill()
        else:
            self._to_database(number)

    def go_on(self, name: str) -> None:
        """After it was frozen."""
        if name == DATABASE:
            self._to_database(signal.SIGCONT)
        else:
            self.signal(name, signal.SIGCONT)

    def _to_database(self, number: signal.Signals) -> None:
        assert self.database is not None
        first = self.database.pid
        for pid in [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]:
            try:
                os.kill(pid, number)
            except ProcessLookupError:  # one of its children has just gone
                continue

    def may_end(self, name: str) -> None:
        """By itself, as a full disk ends a player or a database."""
        self._ended.add(name)

    def must_run(self, name: str) -> None:
        """Again."""
        self._ended.discard(name)

    def ended(self, name: str) -> bool:
        """Whether it does not run."""
        if name == DATABASE:
            assert self.database is not None
            return self.database.ended()
        return self._processes[name].poll() is not None

    def who_ended_by_itself(self) -> list[str]:
        """And was not to."""
        return [name for name, one in self._processes.items() if one.poll() is not None and name not in self._ended]

    def _start(self, name: str, words: Sequence[str]) -> None:
        clock = self._clocks / name
        if not clock.exists():
            self.set_clock(name, 0)
        by_clock = [sys.executable, "-m", "tests.floor.chaos.launch", str(clock), self._bug]
        self._run(name, [*by_clock, *words])

    def set_clock(self, name: str, seconds: int) -> None:
        """Of one machine, away from ours; what runs there is not told."""
        coming = self._clocks / f"{name}.new"
        coming.write_text(f"{seconds}\n")
        coming.replace(self._clocks / name)

    # ---- links ----

    def link(self, name: str, mode: str) -> None:
        """One of them, or those of all cabinets."""
        for one in CABINETS if name == ALL else (name,):
            self.links[one].set(mode)

    # ---- play ----

    def play(self, name: str) -> None:
        """From now on."""
        (self._orders / name / "resting").unlink(missing_ok=True)
        (self._orders / name / "play").touch()

    def rest(self, name: str) -> None:
        """Until it is said that it plays."""
        (self._orders / name / "play").unlink(missing_ok=True)
        (self._orders / name / "resting").unlink(missing_ok=True)

    def rests(self, name: str) -> bool:
        """Whether it does by now."""
        return (self._orders / name / "resting").exists()

    # ---- older copies ----

    def copy_store(self) -> None:
        """As it is, of a floor that does not run, with a database that does not either."""
        shutil.rmtree(self._copy, ignore_errors=True)
        self._between_stores(partial(shutil.copytree, self._store(), self._copy))

    def put_store_back(self) -> None:
        """As it was copied; the files of its raw chain stay, as they would in a place of their own."""

        def put() -> None:
            for one in self._store().iterdir():
                if one.name != "segments":
                    shutil.rmtree(one) if one.is_dir() else one.unlink()
            skip = shutil.ignore_patterns("segments")
            shutil.copytree(self._copy, self._store(), dirs_exist_ok=True, ignore=skip)

        self._between_stores(put)

    def _store(self) -> Path:
        return self.disks[DATABASE if self.setting.postgres else FLOOR].place

    def _between_stores(self, work: "partial[object] | object") -> None:
        if self.database is not None:
            self.database.kill()
        assert callable(work)
        work()
        if self.database is not None:
            self.database.own()
            self.database.start()

    def end(self) -> None:
        """All of it."""
        super().end()
        if self.database is not None and not self.database.ended():
            self._to_database(signal.SIGCONT)
            self.database.kill()
        for link in self.links.values():
            link.close()
        for disk in self.disks.values():
            disk.remove()
