"""What is in /etc/boxcars: files laid where they are missing, from their patterns, and what they say now."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from config import devices
from config.devices import Device
from systemd.choices import Choices
from systemd.games import GAMES
from systemd.machine import say
from systemd.places import (
    FLOOR_CERTIFICATE,
    HERE,
    KEYS,
    SETTINGS,
    share,
)

UPLINK_KEY = "uplink.key"
UPLINK_STATE = Path("/var/lib/boxcars-uplink")
FIRST_PORT = 8100
MENU_PORT = 8099
COMMANDS_PORT, BROADCASTS_PORT, RECORDS_PORT = 7701, 7702, 7703


def lay_settings(choices: Choices) -> None:
    """Where a file is missing, from its pattern; one that is there belongs to whoever keeps this machine."""
    for name, words in _words(choices).items():
        path = SETTINGS / name
        if path.exists():
            continue
        text = (share() / "etc" / name).read_text()
        for word, value in words.items():
            text = text.replace(f"@{word}@", value)
        path.write_text(text)
        path.chmod(0o644)
        say(f"{path} is new; look through it")


def _words(choices: Choices) -> dict[str, Mapping[str, str]]:
    kiosk = {"PAGE": f"http://127.0.0.1:{_page_port(choices.screen)}/"}
    files: dict[str, Mapping[str, str]] = {"screens.toml": _screens(choices)}
    if choices.is_cabinet:
        game = GAMES[choices.game or "craps"]
        remote = f'[remote]\ncommands = "tcp://0.0.0.0:{COMMANDS_PORT}"\nbroadcasts = "tcp://0.0.0.0:{BROADCASTS_PORT}"'
        files["cabinet.toml"] = {
            "SEATS": str(choices.seats),
            "SEATS_HERE": str(list(choices.seats_here)),
            "JOURNAL": choices.journal,
            "RULEBOOK": game.rulebook,
            "GAME": _of_game(choices),
            "SECOND": _second_place_line(choices.second),
            "FLOOR": _floor_lines(choices),
            "REMOTE": f"{remote}\n\n" if choices.remote else "",
            "RECORDS": f'endpoint = "tcp://0.0.0.0:{RECORDS_PORT}"' if choices.remote else "",
        }
        device = game.device.name
        files["drivers.toml"] = {
            "DEVICE": device,
            "PORT": f"/run/boxcars/emulated/{device}/unit" if choices.emulated else f"udev:boxcars-{device}",
            "USB": "emulated:/run/boxcars/emulated/panel/usb" if choices.emulated else "libusb",
        }
    if choices.screen:
        files["kiosk.conf"] = kiosk
    return files


def _floor_lines(choices: Choices) -> str:
    if not choices.floor:
        return "# [floor]                       # the floor of the house: docs/floor.md"
    lines = {
        "cabinet": choices.floor_as,
        "address": choices.floor,
        "certificate": str(FLOOR_CERTIFICATE),
        "key_file": str(KEYS / UPLINK_KEY),
        "directory": str(UPLINK_STATE),
    }
    return "[floor]\n" + "\n".join(f'{name} = "{value}"' for name, value in lines.items())


def _of_game(choices: Choices) -> str:
    """What of the settings depends on the game that is played."""
    text = (HERE / "etc" / f"game-{choices.game or 'craps'}.toml").read_text()
    return text.replace("@EMULATED@", str(choices.emulated).lower())


def _screens(choices: Choices) -> Mapping[str, str]:
    if choices.is_cabinet:
        return {
            "COMMANDS": "ipc:///run/boxcars/terminal/commands",
            "DISPLAY": 'display_commands = "ipc:///run/boxcars/display/commands"\n'
            'operator_commands = "ipc:///run/boxcars/operator/commands"\n'
            'operator_records = "ipc:///run/boxcars/answers/operator/commands"\n',
            "BROADCASTS": "ipc:///run/boxcars/public/broadcasts",
            "ANSWERS": "ipc:///run/boxcars/answers/terminal/commands",
            "KEY": "",
        }
    return {
        "COMMANDS": f"tcp://{choices.controller}:{COMMANDS_PORT}",
        "DISPLAY": "",
        "BROADCASTS": f"tcp://{choices.controller}:{BROADCASTS_PORT}",
        "ANSWERS": f"tcp://{choices.controller}:{RECORDS_PORT}",
        "KEY": f'key_file = "{peer_key(choices.terminal)}"\n',
    }


def _second_place_line(disk: Path | None) -> str:
    if disk is None:
        return '# second_place = "/mnt/second/boxcars/head"   # on another disk: docs/install.md'
    return f'second_place = "{disk}/boxcars/head"'


def device_of(settings: Mapping[str, Any]) -> Device:
    """What the outcomes of this cabinet come from, by its settings."""
    return next((device for device in devices.UNITS.values() if device.settings in settings), devices.UNITS["dice"])


def plays(game: str) -> bool:
    """Whether the settings are of this game."""
    return device_of(read_settings()) == GAMES[game].device


def read_settings() -> dict[str, Any]:
    """Of the table, as they are now."""
    with (SETTINGS / "cabinet.toml").open("rb") as file:
        return tomllib.load(file)


def peer_key(seat: int) -> Path:
    return KEYS / f"terminal-{seat}.key_secret.json"


def _page_port(screen: str) -> int:
    return MENU_PORT if screen == "menu" else FIRST_PORT + (int(screen) if screen.isdigit() else 0)
