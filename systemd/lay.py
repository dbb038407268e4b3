"""Laying down what is outside the program besides its settings: keys, units, users, directories, names of devices.

Keys that are there stay as they are, as settings do. Everything else is ours, and is laid down anew from the version in
force, so that a rollback brings its own back.
"""

import shutil
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from config import devices
from config.devices import Device
from systemd import firewall
from systemd.choices import Choices, line_match
from systemd.machine import is_booted, run, say, systemctl
from systemd.places import (
    CABINET_UNITS,
    CURRENT,
    DEVICES,
    DIRECTORIES,
    DIRECTORIES_EMULATED,
    DROP_INS,
    EDGE,
    FIREWALL,
    FIREWALL_RULES,
    FLOOR_CERTIFICATE,
    GO_BACK,
    HEALTH,
    HEALTH_UNITS,
    KEYS,
    KIOSK,
    LOGGING,
    PAGE_KEY,
    PIN,
    POWER_OFF,
    ROLLBACK,
    SETTINGS,
    TARGET,
    TOUCH,
    TOUCH_SERVICE,
    UNITS,
    UPLINK,
    USERS,
    VAULT,
    share,
)
from systemd.settings import UPLINK_KEY, device_of, peer_key, read_settings

NETWORK_DROP_IN = "50-network.conf"
REACHED_BEFORE = ("boxcars-controller.service", "boxcars-records.service")
"""What peers elsewhere reached before there was an edge: an upgrade closes it."""
UNIT_KEY_DROP_IN = "40-unit-key.conf"
SECOND_PLACE_DROP_IN = "60-second-place.conf"
Lines = Sequence[tuple[int, str]]
"""Seats, each with the line of its device."""


def lay_users_and_directories(emulated: bool) -> None:
    """Users first: directories belong to them."""
    _put(share() / "sysusers.d/boxcars.conf", USERS)
    _put(share() / "tmpfiles.d/boxcars.conf", DIRECTORIES)
    run("systemd-sysusers", USERS)
    configurations = [DIRECTORIES]
    if emulated:
        _put(share() / "emulated/tmpfiles.conf", DIRECTORIES_EMULATED)
        configurations.append(DIRECTORIES_EMULATED)
    run("systemd-tmpfiles", "--create", *configurations)
    _put(share() / "journald/boxcars.conf", LOGGING)


def lay_keys(choices: Choices) -> None:
    """Made where they are missing; never written over."""
    boxcars = CURRENT / "bin/boxcars"
    if not PAGE_KEY.exists():
        run(boxcars, "keys", "pages", PAGE_KEY)
    if not choices.is_cabinet:
        if choices.key is not None:
            shutil.copyfile(choices.key, peer_key(choices.terminal))
            peer_key(choices.terminal).chmod(0o600)
        return
    if not (KEYS / "controller.key_secret").exists():
        run(boxcars, "keys", "init", "--keys", KEYS)
    device = device_of(read_settings())
    if not (KEYS / device.key).exists():
        run(boxcars, "keys", device.name, KEYS / device.key)
        say(f"{KEYS / device.key} is new: the same key has to be in the {device.says} (docs/rig.md)")
    if choices.floor_certificate is not None:
        shutil.copyfile(choices.floor_certificate, FLOOR_CERTIFICATE)
        FLOOR_CERTIFICATE.chmod(0o644)
    _lay_uplink_key()
    for folder in (KEYS, KEYS / "authorized", KEYS / "revoked"):
        run("chgrp", "boxcars-ring", folder)
        folder.chmod(0o750)


def _lay_uplink_key() -> None:
    """Where the settings name a floor; its public half has to be said there."""
    floor = read_settings().get("floor")
    if floor is None or (KEYS / UPLINK_KEY).exists():
        return
    made = run(CURRENT / "bin/boxcars", "uplink", "key", "--config", SETTINGS / "cabinet.toml", fine=True)
    say(f"to be said on the floor: boxcars floor --config floor.toml cabinet {floor['cabinet']} {made.stdout}")


def bear_journal() -> None:
    """A new journal, as the settings describe it; the controller's own."""
    run(CURRENT / "bin/boxcars", "vault", "init", "--config", SETTINGS / "cabinet.toml")
    run("chown", "-R", "boxcars-controller:boxcars-journal", VAULT)
    run("chmod", "-R", "o-rwx", VAULT)
    make_second_place()  # the head of the birth was written by root
    say(f"a journal is born in {VAULT}")


def second_place() -> Path | None:
    """The directory that the settings name for the journal's head."""
    found = read_settings()["journal"].get("second_place")
    return None if found is None else Path(found).parent


def make_second_place() -> None:
    """The controller's own directory there, and what is in it."""
    place = second_place()
    if place is None:
        return
    if not place.parent.is_dir():
        say(f"{place.parent} is not there: is its disk mounted? The table is held until it is")
        return
    place.mkdir(exist_ok=True)
    run("chown", "-R", "boxcars-controller:boxcars-journal", place)


def open_second_place() -> None:
    """The controller may write in that directory, and nowhere else outside."""
    place = second_place()
    drop_in = DROP_INS / "boxcars-controller.service.d" / SECOND_PLACE_DROP_IN
    if place is None:
        drop_in.unlink(missing_ok=True)
    else:
        _drop_in(drop_in, f"ReadWritePaths=-{place}")


def pin_journal() -> None:
    """Which key the journal is signed with, where the controller cannot write; one that is pinned stays."""
    if PIN.exists():
        return
    done = run(CURRENT / "bin/boxcars", "vault", "pin", "--config", SETTINGS / "cabinet.toml", fine=True)
    say((done.stdout or f"the journal's key is not pinned: {done.stderr}").strip())
    if PIN.exists():
        say("write this fingerprint on the machine's papers")


def lay_units(choices: Choices) -> None:
    """All units of this version, and nothing of another."""
    remove_units()
    for path in sorted((share() / "units").rglob("*")):
        if path.is_file():
            _put(path, UNITS / path.relative_to(share() / "units"))
    if choices.emulated:
        for path in (share() / "emulated").glob("*.service"):
            _put(path, UNITS / path.name)
    for unit in REACHED_BEFORE:
        (DROP_INS / f"{unit}.d" / NETWORK_DROP_IN).unlink(missing_ok=True)
    firewall.lay(share() / "nftables/boxcars.nft", choices, read_settings() if choices.is_cabinet else {})
    if choices.remote:
        _allow(EDGE, choices.remote)
    if choices.controller:
        _allow("boxcars-terminal@.service", choices.controller)
    floor = read_settings().get("floor", {}).get("address") if choices.is_cabinet else None
    if floor is not None:
        _allow(UPLINK, urlsplit(floor).hostname or "")
    _lay_devices(choices)
    if is_booted():
        systemctl("daemon-reload")


def remove_units() -> None:
    """Files of ours; what an administrator laid beside them under /etc stays."""
    for pattern in ("boxcars*", "failed-boxcars@.service", FIREWALL, ROLLBACK, TOUCH_SERVICE, *HEALTH_UNITS):
        for path in UNITS.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def enable(choices: Choices) -> None:
    """What the settings name is started with the machine; what they no longer name is not."""
    wanted = units_wanted(choices)
    known = [path.name for path in UNITS.glob("*boxcars*.service") if "@." not in path.name]
    linked = [path.name for path in (DROP_INS / f"{TARGET}.wants").glob("boxcars-*@*.service")]
    unwanted = sorted({*known, *linked} - set(wanted))
    if unwanted:
        systemctl("disable", "--quiet", *unwanted, fine=True)
    systemctl("enable", "--quiet", *wanted)


def units_wanted(choices: Choices) -> list[str]:
    """By the settings as they are now."""
    kiosk = [KIOSK, TOUCH] if (SETTINGS / "kiosk.conf").exists() else []
    if not choices.is_cabinet:
        return [TARGET, f"boxcars-terminal@{choices.terminal}.service", *kiosk]
    found = read_settings()
    seats = found.get("terminals", {}).get("local_seats", [])
    is_reached = "remote" in found or "endpoint" in found.get("records", {})
    device = device_of(found)
    emulators = (device.emulator, devices.DEVICES["panel"].emulator) if found[device.settings].get("emulated") else ()
    return [
        TARGET,
        POWER_OFF,
        GO_BACK,
        HEALTH,
        *CABINET_UNITS,
        device.driver,
        *_by_driver_settings(),
        *([FIREWALL] if FIREWALL_RULES.exists() else []),
        *([EDGE] if is_reached else []),
        *([UPLINK] if "floor" in found else []),
        *emulators,
        *(f"boxcars-terminal@{seat}.service" for seat in seats),
        *kiosk,
    ]


def _by_driver_settings() -> list[str]:
    """Drivers of what seats have, with what stands in for it, and of the casino's line, by the drivers' settings."""
    settings = SETTINGS / "drivers.toml"
    found = tomllib.loads(settings.read_text()) if settings.exists() else {}
    where_told = (*devices.AT_SEATS.values(), devices.DEVICES["sas"])
    drivers = [device.driver for device in where_told if found.get(device.name)]
    emulated = [
        device.emulator.replace("@", f"@{one['seat']}")
        for name, device in devices.AT_SEATS.items()
        for one in found.get(name, [])
        if one["port"].startswith(f"/run/boxcars/emulated/{name}/")
    ]
    return [*drivers, *emulated]


def _lay_devices(choices: Choices) -> None:
    """Stable names, and the group that may open them."""
    DEVICES.parent.mkdir(parents=True, exist_ok=True)
    rules = (share() / "udev/60-boxcars.rules").read_text()
    at_seats = {"bills": choices.bills, "tickets": choices.tickets}
    found = rules_for(rules, device_of(read_settings()), choices.line, at_seats) if choices.is_cabinet else ""
    DEVICES.write_text(found)
    run("udevadm", "control", "--reload", fine=True)
    run("udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=usb", fine=True)


def rules_for(rules: str, device: Device, line: str, at_seats: Mapping[str, Lines]) -> str:
    """The rules of a cabinet with this device on this line: those of the other are left out. Those of what seats have
    stand once for each that has one."""
    others = [f"@{name.upper()}@" for name in devices.UNITS if name != device.name]
    kept = [rule for rule in rules.splitlines(keepends=True) if not any(word in rule for word in others)]
    for name, lines in at_seats.items():
        kept = [made for rule in kept for made in _at_each(rule, f"@{name.upper()}@", lines)]
    return "".join(kept).replace(f"@{device.name.upper()}@", line_match(line))


def _at_each(rule: str, word: str, lines: Lines) -> list[str]:
    if word not in rule:
        return [rule]
    return [rule.replace(word, line_match(line)).replace("@SEAT@", str(seat)) for seat, line in lines]


def give_unit_key() -> None:
    """The controller's unit names the key of the dice unit; where the game has another device, that one's instead."""
    device = device_of(read_settings())
    drop_in = DROP_INS / "boxcars-controller.service.d" / UNIT_KEY_DROP_IN
    if device.name == "dice":
        drop_in.unlink(missing_ok=True)
    else:
        _drop_in(drop_in, f"LoadCredential=\nLoadCredential={device.key}:{KEYS / device.key}")


def _allow(unit: str, network: str) -> None:
    """Packets of this unit to and from there are let through; the rest of the world stays outside."""
    _drop_in(DROP_INS / f"{unit}.d" / NETWORK_DROP_IN, f"IPAddressAllow={network}")


def _drop_in(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"[Service]\n{line}\n")


def _put(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)
    to.chmod(0o644)
