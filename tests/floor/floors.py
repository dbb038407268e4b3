"""A house for tests: a floor and cabinets as real processes, which may be killed, frozen and given older copies."""

import contextlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from controller.commands import main
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.read.reader import Reader
from tests.drivers.machines import eventually
from tests.ports import free_ports
from tests.vault.evening import Clock, Evening, make_table, new_state

BOXCARS = (sys.executable, "-c", "from controller.commands import main; raise SystemExit(main())")


def broker_program() -> str:
    """Debian's; `make test` installs it."""
    found = shutil.which("nats-server", path=f"{os.environ['PATH']}:/usr/sbin")
    assert found, "nats-server is missing: run `apt-get install nats-server`"
    return found


def printed(*words: str) -> str:
    """What a command says, here."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        main(list(words))
    return said.getvalue()


class Cabinet:
    """A journal that grows when a test says so, and the settings of its uplink."""

    def __init__(
        self, folder: Path, name: str, port: int, certificate: Path, life: Life = Life.DEMO, broker: str = ""
    ) -> None:
        self.folder, self.name, self.life = folder, name, life
        folder.mkdir(exist_ok=True)
        self.journal = folder / "journal"
        self.clock = Clock()
        bear(self.journal, Birth(life, new_state(), self.clock()))
        (folder / "cabinet.toml").write_text(
            f'name = "{name}"\n[table]\nseats = 4\n[journal]\ndirectory = "journal"\nlife = "{life}"\n'
            f'[dice_unit]\nkey_file = "dice.key"\n[floor]\ncabinet = "{name}"\naddress = "https://127.0.0.1:{port}"\n'
            f'certificate = "{certificate}"\narchives = ["archives"]\n{broker}'
        )
        self.public_key = printed("uplink", "key", "--config", str(folder / "cabinet.toml")).strip()
        """Of its uplink."""

    def opened(self) -> KeptTable:
        """The journal, to be written."""
        dice = Dice.UNIT if self.life is Life.LIVE else Dice.EMULATOR
        return KeptTable.open(self.journal, self.clock, make_table, dice=dice)

    def plays(self, seed: int, events: int) -> None:
        """So much happens."""
        kept = self.opened()
        world = Evening(seed, restless=0.05)
        world.go_on_at(kept.table)
        for _ in range(events):
            now = world.next(kept.table)
            kept.take(now.event, now.elapsed, Dice.UNIT if self.life is Life.LIVE else Dice.EMULATOR)
            kept.commit()
        kept.close()

    def head(self) -> tuple[int, bytes]:
        """The last entry that is there, and its hash."""
        with Reader(self.journal) as reader, reader.view() as connection:
            seq, hash = connection.execute("select seq, hash from entry order by seq desc limit 1").fetchone()
            return seq, hash

    def journal_name(self) -> str:
        """What the journal is called."""
        with Reader(self.journal) as reader:
            return reader.standing.journal

    def status(self) -> dict[str, Any]:
        """What its uplink said last."""
        file = self.folder / "uplink" / "status.json"
        return dict(json.loads(file.read_text())) if file.exists() else {}


class Floors:
    """One floor, its cabinets, and every process that was started."""

    def __init__(self, folder: Path, database: str, life: Life = Life.DEMO, broker: bool = False) -> None:
        self.folder, self._database = folder, database
        self.port = free_ports(3)
        self._broker = f"tls://127.0.0.1:{self.port + 2}" if broker else ""
        where = f'[nats]\naddress = "{self._broker}"\nlisten = "127.0.0.1:{self.port + 2}"\nstore = "nats"\n'
        self.has_broker = broker
        self.cabinets: dict[str, Cabinet] = {}
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._ended: set[str] = set()
        self.config = folder / "floor.toml"
        self.config.write_text(
            f'name = "house"\nlife = "{life}"\nport = {self.port}\npage_port = {self.port + 1}\n'
            f"silent_seconds = 600\nclock_seconds = 86400\n[database]\n{database}\n" + (where if broker else "")
        )
        self.says("init")
        self.certificate = folder / "keys" / "floor.crt"

    def says(self, *words: str) -> int:
        """A command of the floor, here."""
        return main(["floor", "--config", str(self.config), *words])

    def cabinet(self, name: str, life: Life = Life.DEMO) -> Cabinet:
        """A new one, which the floor knows."""
        broker = f'nats = "{self._broker}"\n' if self._broker else ""
        made = self.cabinets[name] = Cabinet(self.folder / name, name, self.port, self.certificate, life, broker)
        self.says("cabinet", name, made.public_key)
        return made

    def start_floor(self) -> None:
        """As a process."""
        self._start("floor", ["floor", "--config", str(self.config)])

    def start_broker(self) -> None:
        """With whoever may speak now."""
        settings = self.folder / "nats.conf"
        settings.write_text(printed("floor", "--config", str(self.config), "nats"))
        self._run("broker", [broker_program(), "-c", str(settings)])

    def start_uplink(self, cabinet: Cabinet) -> None:
        """As a process."""
        self._start(cabinet.name, ["uplink", "--config", str(cabinet.folder / "cabinet.toml")])

    def signal(self, name: str, number: signal.Signals) -> None:
        """To the floor or an uplink; one that is to end is waited for."""
        process = self._processes[name]
        process.send_signal(number)
        if number in (signal.SIGKILL, signal.SIGTERM):
            self._ended.add(name)
            process.wait()

    def waits_for_the_end(self, name: str) -> None:
        """Of one that is going to end by itself."""
        self._ended.add(name)
        self._processes[name].wait()

    def pid(self, name: str) -> int:
        """Of one that runs."""
        return self._processes[name].pid

    def _start(self, name: str, words: Sequence[str]) -> None:
        self._run(name, [*BOXCARS, *words])

    def _run(self, name: str, words: Sequence[str]) -> None:
        self._ended.discard(name)
        with (self.folder / f"{name}.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(words, stdout=log, stderr=log)

    def log(self, name: str) -> str:
        """What it said."""
        return (self.folder / f"{name}.log").read_text()

    def delivered(self, cabinet: Cabinet) -> bool:
        """Whether the floor has said that it has all of this journal."""
        for name, process in self._processes.items():
            assert process.poll() is None or name in self._ended, f"{name} ended by itself: {self.log(name)[-2000:]}"
        return cabinet.status().get("delivered") == cabinet.head()[0]

    def alarms(self) -> list[str]:
        """The codes of those that nobody has looked at, oldest first."""
        said = printed("floor", "--config", str(self.config), "alarms")
        return [line.split()[1] for line in said.splitlines()]

    @property
    def page(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port + 1}"

    def person(self, name: str, role: str, password: str) -> None:
        """Who may look from now on."""
        words = ["floor", "--config", str(self.config), "person", name, "--role", role, "--by", "boris"]
        subprocess.run([*BOXCARS, *words], input=password, text=True, check=True)

    def until_delivered(self) -> None:
        """All of every cabinet."""
        for cabinet in self.cabinets.values():
            eventually(partial(self.delivered, cabinet), f"{cabinet.name} is delivered")

    def end(self) -> None:
        """Every process that was started here."""
        for process in self._processes.values():
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()
