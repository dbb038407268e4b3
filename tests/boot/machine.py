"""A machine in systemd-nspawn: booted, entered, and cut off. It hears nothing but its own loopback."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
CONTROLLERS = ("systemd", "pids", "memory", "cpu", "cpuacct", "cpuset", "devices", "freezer", "blkio", "unified")
PATIENCE = 90.0
PROGRAMS = ("debootstrap", "systemd-nspawn", "nsenter")
PACKAGES = ("debootstrap", "systemd-container", "util-linux")


class CannotBoot(Exception):
    """What this host lacks; nothing about Boxcars."""


def needs() -> list[str]:
    """What is missing here, by name."""
    missing = [] if os.geteuid() == 0 else ["root: run it with sudo"]
    missing += [f"the program {name}" for name in PROGRAMS if shutil.which(name) is None]
    return missing


class Machine:
    """One tree, running or not."""

    def __init__(self, tree: Path, name: str, binds: Sequence[str] = (), beside: "Machine | None" = None) -> None:
        """`beside` is a machine whose loopback this one shares: two PCs on one wire that leads nowhere else."""
        self.tree, self.name = tree, name
        self._binds, self._beside = binds, beside
        self._nspawn: subprocess.Popen[bytes] | None = None
        self._leader = 0

    def boot(self) -> float:
        """Until systemd says that it has started what it was to start. Gives the seconds."""
        began = time.monotonic()
        words = ["systemd-nspawn", "--boot", "-D", str(self.tree), "-M", self.name, "--quiet", self._network()]
        words += list(self._binds)
        entering = "exec"
        if not Path("/run/systemd/system").is_dir():  # no systemd to ask for a place, so we make one ourselves
            words[4:4] = ["--register=no", "--keep-unit"]
            entering = f"{self._make_groups()} exec"
        log = self.tree.with_suffix(".console").open("ab")
        shell = ["/bin/sh", "-c", f'{entering} "$@"', "sh", *words]
        self._nspawn = subprocess.Popen(shell, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        log.close()
        while time.monotonic() - began < PATIENCE:
            if self._nspawn.poll() is not None:
                raise CannotBoot(f"systemd-nspawn ended: {self.console()}")
            if self._find_leader() and self.sh("systemctl is-system-running", fine=True).strip() in (
                "running",
                "degraded",
            ):
                return time.monotonic() - began
            time.sleep(0.2)
        raise CannotBoot(f"it does not come up in {PATIENCE:.0f} s: {self.console()}")

    def sh(self, script: str, fine: bool = False, patience: float = 300.0) -> str:
        """A command inside, as root; what it says."""
        words = ["nsenter", "-t", str(self._leader), "-a", "/bin/sh", "-c", script]
        done = subprocess.run(words, capture_output=True, text=True, timeout=patience, stdin=subprocess.DEVNULL)
        if done.returncode and not fine:
            raise AssertionError(f"{script}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
        return done.stdout if not fine else done.stdout + done.stderr

    def cut_the_power(self) -> None:
        """Every process is gone in the same moment; nobody is asked."""
        if self._nspawn is None:
            return
        if self._leader:
            os.kill(self._leader, signal.SIGKILL)  # the first process of a machine takes all others with it
        self._nspawn.kill()
        self._nspawn.wait()
        self._nspawn, self._leader = None, 0
        self._remove_groups()

    def until_off(self) -> None:
        """Wait until it has switched itself off, in order; then it can be booted again."""
        assert self._nspawn is not None
        self._nspawn.wait(PATIENCE)
        self._nspawn, self._leader = None, 0
        self._remove_groups()

    def console(self) -> str:
        """The end of what it said while booting."""
        return self.tree.with_suffix(".console").read_text(errors="replace")[-800:]

    def _network(self) -> str:
        if self._beside is None:
            return "--private-network"
        return f"--network-namespace-path=/proc/{self._beside._leader}/ns/net"

    def _find_leader(self) -> bool:
        assert self._nspawn is not None
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children").read_text().split()
        self._leader = int(children[0]) if children else 0
        return bool(self._leader)

    def _make_groups(self) -> str:
        for controller in CONTROLLERS:
            group = GROUPS / controller / self.name
            if not (GROUPS / controller).is_dir():
                continue
            group.mkdir(exist_ok=True)
            if controller == "cpuset":
                for name in ("cpuset.cpus", "cpuset.mems"):
                    (group / name).write_text((GROUPS / "cpuset" / name).read_text())
        joined = [name for name in ("systemd", "unified") if (GROUPS / name).is_dir()]
        return " ".join(f"echo $$ >{GROUPS / name / self.name}/cgroup.procs;" for name in joined)

    def _remove_groups(self) -> None:
        for controller in CONTROLLERS:
            top = GROUPS / controller / self.name
            for group in sorted(top.rglob("*/"), reverse=True) if top.is_dir() else ():
                _remove(group)
            _remove(top)


def _remove(group: Path) -> None:
    for _ in range(20):
        try:
            group.rmdir()
        except FileNotFoundError:
            return
        except OSError:  # its processes are still on their way out
            time.sleep(0.05)
        else:
            return
