"""Every trouble that a running machine tells a person, for `boxcars status`, the service menu and `docs/errors.md`.

Who tells one names its row, so none is told without one. The menu's words are `op.trouble.…` in its catalogues.
"""

from enum import Enum, unique

from controller.codes import Code


@unique
class Trouble(Enum):
    """What it means, and what a person does about it."""

    @property
    def code(self) -> str:
        """As it is told."""
        return self.name.lower()

    SLOW_DISK = Code("a commit took over half a second; players wait", "look at the disk before it fails")
    DICE_LINK_DOWN = Code("the dice unit does not answer", "check its cable and supply")
    DICE_REBOOT = Code("the dice unit started anew", "if it comes again, check its supply")
    DICE_DRIVER_AGAIN = Code("another dice driver came while one was there", "only one may run")
    DICE_DRIVER_LOST = Code("the dice driver is not heard", "`journalctl -u boxcars-dice`")
    DICE_MALFUNCTION = Code("the dice unit says what cannot be", "a technician runs `boxcars dice monitor`")
    WHEEL_LINK_DOWN = Code("the wheel does not answer", "check its cable and supply")
    WHEEL_REBOOT = Code("the wheel started anew", "if it comes again, check its supply")
    WHEEL_DRIVER_AGAIN = Code("another wheel driver came while one was there", "only one may run")
    WHEEL_DRIVER_LOST = Code("the wheel driver is not heard", "`journalctl -u boxcars-wheel`")
    WHEEL_MALFUNCTION = Code(
        "the wheel says what cannot be, or a report of it contradicts itself",
        "look at the wheel; a technician runs `boxcars wheel monitor`",
    )
    SPIN_OVERDUE = Code("a spin takes longer than it may", "look at the wheel; a technician checks it")
    SPIN_NOT_AUTHENTIC = Code("a number that the wheel's key did not sign", "do not play; check who was at the line")
    STRANGE_DRIVER = Code("the driver of a device came that this game is not played with", "stop that driver")
    ROLL_OVERDUE = Code("a roll takes longer than it may", "look into the dome; a technician checks the unit")
    NOT_DONE = Code("dice unit or wheel did not do what a technician asked", "read why, and ask again")
    ROLL_NOT_AUTHENTIC = Code("a result that the unit's key did not sign", "do not play; check who was at the line")
    SCREEN_DARK = Code(
        "no page has been open at a seat for ten seconds",
        "its kiosk is started again; if it stays dark, look at the screen",
    )
    PANEL_LOST = Code("a board does not report", "check its cable; a door on it counts as open")
    PANEL_DRIVER_LOST = Code("the panel driver is not heard", "`journalctl -u boxcars-panel`")
    PANEL_DRIVER_AGAIN = Code("another panel driver came while one was there", "only one may run")
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
