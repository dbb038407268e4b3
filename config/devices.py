"""The devices of a cabinet, one row for each. Whatever is called after a device is made from its row.

Users, directories, units and names under /dev (`systemd/patterns.py`), roles, desks, messages, commands, keys and
troubles. The installer reads it before the program is there, so it needs nothing but Python.
"""

from typing import NamedTuple


class Device(NamedTuple):
    """What is named of it elsewhere.

    Its driver is `drivers/NAME`, its emulator `tools/emulators/NAME`, each with `commands`; its messages are
    `controller/protocol/devices/NAME.py` with FROM_DRIVER and TO_DRIVER. Where code calls one of them by another word,
    the row says so.
    """

    name: str
    """Its role on the wire, its command, its table in `drivers.toml`."""
    says: str
    """As people call it, after `the`."""
    about: str
    """What it is to whoever reads a list of units or commands."""
    outcome: str = ""
    """What a game gets from it, as troubles name that. Whatever makes outcomes is a unit on a serial line, signs them
    with a key (`controller/protocol/devices/authentic/OUTCOME.py`), has a table in `cabinet.toml` and the desk
    `controller/server/connections/units/NAME_desk.py`."""
    shows: str = ""
    """What of an outcome is shown and signed, as journals name it."""
    code: str = ""
    """What messages and emulator are called, if not NAME."""
    room: str = ""
    """Where its driver is in `drivers`, if not in NAME."""
    at_seats: bool = False
    """Each seat may have one, on a line of its own; one driver process serves them all, each by a connection."""
    stands_in: bool = True
    """Whether an emulator stands in for it on a demo machine."""

    @property
    def commands(self) -> str:
        """The module of its command."""
        return f"drivers.{self.room or self.name}.commands"

    @property
    def workshop(self) -> str:
        """The module of its emulator's acts."""
        return f"tools.emulators.{self.code or self.name}.commands"

    @property
    def messages(self) -> str:
        """The module of its messages."""
        return f"controller.protocol.devices.{self.code or self.name}"

    @property
    def driver(self) -> str:
        """Its unit of systemd."""
        return f"boxcars-{self.name}.service"

    @property
    def emulator(self) -> str:
        """The unit of what stands in for it on a demo machine."""
        return f"boxcars-emulator-{self.name}{'@' if self.at_seats else ''}.service"

    @property
    def key(self) -> str:
        """The file of its key."""
        return f"{self.name}.key"

    @property
    def settings(self) -> str:
        """Its table in `cabinet.toml`."""
        return f"{self.name}_unit"


_ROWS = (
    Device("dice", "dice unit", "the unit in the dome", outcome="roll", shows="faces"),
    Device("wheel", "wheel", "the roulette wheel", outcome="spin", shows="number"),
    Device("panel", "panels", "buttons, lamps, keys, doors"),
    Device("bills", "bill acceptors", "notes and tickets in, at each seat", room="cash", at_seats=True),
    Device(
        "tickets", "ticket printers", "tickets out, at each seat", code="printer", room="cash.printer", at_seats=True
    ),
    Device("sas", "casino's line", "the line to the casino's host, over SAS", stands_in=False),
)
DEVICES = {row.name: row for row in _ROWS}
UNITS = {row.name: row for row in _ROWS if row.outcome}
"""Those that outcomes come from. Which of them a cabinet has, its game says."""
AT_SEATS = {row.name: row for row in _ROWS if row.at_seats}
