"""Speaking to the machine: commands, packages, systemd."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from systemd.refusals import InstallRefused

PACKAGES = ("python3-venv", "libusb-1.0-0")
EDGE_PACKAGES = ("nftables",)
SCREEN_PACKAGES = ("cage", "xwayland", "chromium", "fonts-noto-cjk")


def say(text: str) -> None:
    """To whoever installs."""
    print(f"boxcars: {text}", flush=True)


def run(*words: object, fine: bool = False) -> subprocess.CompletedProcess[str]:
    """A command that has to succeed; `fine` where it need not. What it says is kept."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode and not fine:
        sys.stderr.write(done.stdout[-4000:] + done.stderr[-4000:])
        raise subprocess.CalledProcessError(done.returncode, [str(word) for word in words], done.stdout, done.stderr)
    return done


def need_root() -> None:
    """Or Refused."""
    if os.geteuid() != 0:
        raise InstallRefused("not_root")


def is_booted() -> bool:
    """Whether systemd runs this machine; in an image that is only being built it does not."""
    return Path("/run/systemd/system").is_dir()


def need_packages(names: Sequence[str]) -> None:
    """What is missing is installed from Debian, or named."""
    missing = [name for name in names if not _is_installed(name)]
    if not missing:
        return
    say(f"installing {' '.join(missing)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", *missing]):
        if subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode:
            raise InstallRefused("package_missing", f"apt-get install {' '.join(missing)}")


def _is_installed(name: str) -> bool:
    found = run("dpkg-query", "--show", "--showformat=${db:Status-Status}", name, fine=True)
    return found.stdout == "installed"


def systemctl(*words: str, fine: bool = False) -> subprocess.CompletedProcess[str]:
    """Of the system manager."""
    return run("systemctl", *words, fine=fine)


def is_active(unit: str) -> bool:
    """Whether a unit runs now."""
    return is_booted() and systemctl("is-active", "--quiet", unit, fine=True).returncode == 0
