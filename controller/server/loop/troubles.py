"""Every trouble that a running machine tells a person, for `boxcars status`, the service menu and `docs/errors.md`.

Who tells one names its row, so none is told without one. The menu's words are `op.trouble.…` in its catalogues.
"""

from collections.abc import Iterator
from enum import Enum, unique

from config.devices import DEVICES, UNITS
from controller.codes import Code


def _of_devices() -> Iterator[tuple[str, Code]]:
    """What can happen to the driver of each, and to each unit that outcomes come from."""
    for name in DEVICES:
        yield f"{name}_driver_again", Code(f"another {name} driver came while one was there", "only one may run")
        yield f"{name}_driver_lost", Code(f"the {name} driver is not heard", f"`journalctl -u boxcars-{name}`")
    for name, unit in UNITS.items():
        says, outcome, monitor = unit.says, unit.outcome, f"a technician runs `boxcars {name} monitor`"
        yield f"{name}_link_down", Code(f"the {says} does not answer", "check its cable and supply")
        yield f"{name}_reboot", Code(f"the {says} started anew", "if it comes again, check its supply")
        yield f"{name}_malfunction", Code(f"the {says} says what cannot be, or contradicts itself", monitor)
        yield f"{outcome}_overdue", Code(f"a {outcome} takes longer than it may", f"look at the {says}; {monitor}")
        unsigned = f"a {outcome} that the key of the {says} did not sign"
        yield f"{outcome}_not_authentic", Code(unsigned, "do not play; check who was at the line")


@unique
class Trouble(Enum):
    """What it means, and what a person does about it."""

    @property
    def code(self) -> str:
        """As it is told."""
        return self.name.lower()

    FLOOR_AWAY = Code("the floor of the house is not heard", "look at uplink, network and floor; play goes on")
    FLOOR_QUARANTINED = Code(
        "the floor has another past of this journal, and waits for a person", "`boxcars floor accept`, after a look"
    )
    FLOOR_REFUSES = Code("the floor takes nothing of this cabinet", "its text says why; what to do is in errors.md")
    FLOOR_CLOCK = Code("the clocks of cabinet and floor differ", "look at the time service of both")
    MACHINE_HOT = Code("the PC is too hot, or slowed down for heat", "look at fans, filters and what stands around it")
    MEMORY_ERRORS = Code("the PC's memory has errors", "change the memory before the next evening")
    DISK_FAILING = Code("a disk calls itself failing, or gives up blocks", "copy the journal and change the disk")
    DISK_WORN = Code("a disk is nearly worn out", "change it at the next service")
    CLOCK_ALONE = Code("the clock follows no time service, or is off", "look at chrony or systemd-timesyncd")
    BATTERY_LOW = Code("a battery is low: of the clock, of a UPS, or of a board", "change it; its text says which")
    ON_BATTERY = Code("the machine runs from a battery or UPS", "look at the mains; end play in order while it lasts")
    UNIT_DOWN = Code("systemd has given up a program of this machine", "its text says which and why; mend it")
    NOT_GONE_BACK = Code(
        "the version before was wanted, and this one runs on", "its text says why; `make rollback` on the console"
    )
    SLOW_DISK = Code("a commit took over half a second; players wait", "look at the disk before it fails")
    vars().update({name.upper(): code for name, code in _of_devices()})
    STRANGE_DRIVER = Code("the driver of a device came that this game is not played with", "stop that driver")
    BILLS_LINK_DOWN = Code(
        "a bill acceptor does not answer", "check its cable and supply; what it took meanwhile is found when it is back"
    )
    BILLS_FOREIGN = Code(
        "another bill acceptor is there, or one with other notes", "put the right one back, or an operator accepts it"
    )
    BILLS_FAULT = Code("a bill acceptor is jammed, full, open or was tampered with", "its text says which; look at it")
    BILLS_LOST_WORDS = Code(
        "something that a bill acceptor's driver said was lost",
        "nothing: the acceptor is asked anew; if it goes on, tell",
    )
    BILLS_EVENTS_LOST = Code("a bill acceptor did more than it can tell of", "count what is in its stacker")
    BILLS_NO_SEAT = Code("a driver serves an acceptor at a seat that has none", "compare cabinet.toml and drivers.toml")
    TICKETS_LINK_DOWN = Code("a ticket printer does not answer", "check its cable and supply")
    TICKETS_REBOOT = Code("a ticket printer started anew", "if it comes again, check its supply")
    TICKETS_MALFUNCTION = Code(
        "a ticket printer says what cannot be, or contradicts itself", "a technician runs `boxcars tickets watch`"
    )
    TICKETS_FAULT = Code("a ticket printer cannot print", "its text says why; mend it, and clear the fault")
    TICKETS_PAPER = Code("a ticket printer has little paper left, or none", "load paper")
    TICKETS_NOT_PRINTED = Code(
        "a ticket printer does not take a ticket", "its text says why; the seat's cash-out waits"
    )
    TICKETS_OVERDUE = Code("a ticket takes longer than it may", "look at the printer")
    TICKETS_LEFT = Code("a ticket was not taken out of the printer", "look whose it is, and take it out")
    TICKETS_NO_SEAT = Code("a driver serves a printer at a seat that has none", "compare cabinet.toml and drivers.toml")
    SAS_LINK_DOWN = Code("the casino's host polls an address no more", "check the line; `boxcars sas status`")
    NOT_DONE = Code("dice unit or wheel did not do what a technician asked", "read why, and ask again")
    SCREEN_DARK = Code(
        "no page has been open at a seat for ten seconds",
        "its kiosk is started again; if it stays dark, look at the screen",
    )
    PANEL_LOST = Code("a board does not report", "check its cable; a door on it counts as open")
    STRANGE_BOARD = Code("a board that nobody configured", "name it in cabinet.toml and drivers.toml, or unplug it")
    TERMINAL_LOST = Code("a terminal is not heard", "its screen says so too: check the machine and its network")
    TAKEN_OVER = Code("a second terminal came to a seat", "only one may run; with keys, find out whose")
    BUTTON_REFUSED = Code("a button was pressed and the table did not take it", "nothing, unless it goes on")
    PREVIEW_FAILED = Code("what a change of settings would do could not be worked out", "ask again; or report it")
    WRONG_PIN = Code("a wrong name or PIN at a station", "if it goes on, find out who stands there")
    TURNED_AWAY = Code("somebody may not come in at a station now", "the codes of a station say why")
    PIN_FAILED = Code("a PIN could not be worked out", "read the log; look at the memory")
    ACT_REFUSED = Code("a person asked for an act that is not theirs", "find out who; the event log has it")
    NO_KEY = Code("somebody comes with a key that is not ours any more", "find out who")
    FLOOD = Code("a peer sends faster than it may, and was put out for a while", "look at that terminal")
    KEY_REFUSED = Code("a peer elsewhere comes with a key that is not ours", "find out who; the edge logs it")
    TOO_MANY_CONNECTIONS = Code(
        "a user of this machine, an address or a key has more connections than it may",
        "find out which program, and end it",
    )
    BAD_PEER = Code("a peer says what no program of ours says, and was let go", "find out which program it is")
    BAD_MESSAGE = Code("a message that is none", "a peer of another version, or a stranger")
    HELLO_FIRST = Code("a peer speaks before it said who it is", "nothing: it says hello")
    NO_SUCH_SEAT = Code(
        "a terminal says hello for a seat that the table has not", "check the seat that the terminal was started for"
    )
    WRONG_SEAT = Code(
        "a terminal says hello for a seat that is not its own",
        "check its key, and `terminals.local_seats` of cabinet.toml",
    )
    SEAT_TAKEN = Code(
        "a second terminal came to a seat and was turned away", "only one may run; with keys, find out whose"
    )
    EMULATOR_ON_LIVE = Code("an emulator came to a live table", "connect the real device")
    FAILED = Code("a message could not be dealt with", "read the log, and report it")
