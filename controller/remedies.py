"""What to do about each code, for `docs/errors.md`: the third column beside what the rooms themselves say of theirs.

A room says what its codes mean; what a person does then is said here, so that all of it stands on one page.
"""

from typing import NamedTuple

OF_A_WAGER: dict[str, str] = {
    "unknown_bet": "report it: a screen offers what is not in the book",
    "not_offered": "choose a bet that is on this felt",
    "bad_amount": "bet a whole number of credits",
    "below_minimum": "bet more; the felt shows the minimum",
    "above_maximum": "bet less; the felt shows the maximum",
    "off_step": "bet a multiple of the step",
    "come_out_only": "wait for the next come-out",
    "point_only": "wait until a point stands",
    "new_hand_only": "wait for the next shooter",
    "never_placed": "bet on come or don't come; it travels by itself",
    "needs_base": "place the bet under it first",
    "odds_limit": "lay less odds",
    "exclusive": "take the other bet down first, where the rules let it go",
    "needs_other_bets": "bet more elsewhere first",
    "short_balance": "bet less, or have credits put on",
    "nothing_there": "nothing to do: it is gone already",
    "more_than_there": "take down less",
    "locked": "wait until it is decided",
    "no_calls": "nothing to do: the bet always works",
}

OF_A_COMMAND: dict[str, str] = {
    "ok": "nothing",
    "held": "end what the hold names; `boxcars status` shows it",
    "core_failed": "do not play; keep the journal and call the manufacturer",
    "books_failed": "do not play; keep the journal and call the manufacturer",
    "stale_id": "ask for a snapshot and begin with the next number",
    "bets_closed": "wait for the next round",
    "wrong_round": "look at the round now, and decide again",
    "no_such_seat": "check the seat's number",
    "seat_closed": "play at another seat, or let a supervisor open it",
    "seat_locked": "call an attendant",
    "liability_limit": "bet less",
    "unknown_act": "report it: a screen asks for what is not there",
    "no_button_now": "wait until SHOOT is shown",
    "not_the_shooter": "wait for the dice",
    "nothing_asked": "nothing",
    "no_draw_wanted": "report it",
    "wrong_roll_id": "report it",
    "bad_draw": "report it",
    "nothing_to_pay": "wait until the wagers are decided",
    "bad_amount": "give a whole number above nothing",
    "short_balance": "take less",
    "credit_limit": "put less on; pay out first",
    "too_many_moves": "wait until the movements under way are over",
    "move_known": "it has been done; look at the journal before doing it again",
    "no_such_move": "check the movement's name and seat",
    "role": "let somebody do it whose role it is",
    "not_now": "wait for a phase in which it is done ([round.md](round.md))",
    "nothing_to_resume": "look at what holds the table; another role may be needed",
    "result_known": "let the round be settled",
    "reason_missing": "say why",
    "receipt_missing": "give the number of the receipt",
    "not_locked": "nothing",
    "not_held": "hold the table first",
    "no_service": "enter service first",
    "no_terminal": "see to the terminal, then begin the test again",
    "bad_count": "nothing is recorded: mend the terminal's program, then begin the test again",
    "no_unit_waiting": "nothing",
    "no_ids_left": "replace the dice unit",
    "bad_setting": "choose a value that is allowed",
    "over_the_cap": "choose a smaller value, or another book",
    "returns_unknown": "wait a moment and ask again",
    "must_wait": "wait until no such wager stands",
    "no_such_door": "check `[[boards]]` in the settings",
    "no_such_key": "check `[[boards]]` in the settings",
    "no_such_person": "check the name; a supervisor adds people",
    "person_known": "choose another name",
    "too_many_people": "remove who works here no more",
    "bad_name": "choose such a name",
    "bad_role": "choose attendant, technician or supervisor",
    "pin_missing": "give a PIN",
    "forged": "find out who; the event log has it",
    "last_supervisor": "make another supervisor first",
    "supervisor_exists": "ask the supervisor",
    "shift_open": "hand the shift over first",
    "nothing_to_hand_over": "nothing",
    "too_many_shifts": "hand shifts over",
}

OF_A_STATION: dict[str, str] = {
    "key_needed": "turn a key",
    "operator_key": "turn the OPERATOR key",
    "console_only": "repair the panel, or let a supervisor use the console",
    "supervisor_only": "repair the panel, or call a supervisor",
    "first_supervisor": "make the first supervisor",
    "wrong_pin": "try again, with care: a few wrong ones lock out",
    "locked_out": "wait, or ask a supervisor",
    "weak_pin": "choose another PIN",
    "busy": "wait a second",
    "no_session": "sign in",
    "stolen_session": "sign in again; find out how two had it",
    "key_turned_back": "turn the key and sign in again",
    "panel_dead": "check the panel's cable; a supervisor may use the console",
    "panel_back": "turn a key and sign in again",
    "idle": "sign in again",
    "too_long": "sign in again",
    "removed": "ask a supervisor",
    "role_changed": "sign in again",
    "elsewhere": "sign in again, at one station",
    "station_lost": "sign in again",
    "signed_out": "nothing",
    "pin_change_first": "change the PIN",
    "preview_first": "look at it first",
    "preview_stale": "look at it again",
    "nothing_changed": "nothing",
    "day_closed": "nothing: the next day runs",
    "failed": "read the log, and report it",
}


class Trouble(NamedTuple):
    """Something that a running machine tells a person."""

    means: str
    do: str


TROUBLES: dict[str, Trouble] = {
    "slow_disk": Trouble("a commit took over half a second; players wait", "look at the disk before it fails"),
    "dice_link_down": Trouble("the dice unit does not answer", "check its cable and supply"),
    "dice_reboot": Trouble("the dice unit started anew", "if it comes again, check its supply"),
    "dice_driver_again": Trouble("another dice driver came while one was there", "only one may run"),
    "dice_driver_lost": Trouble("the dice driver is not heard", "`journalctl -u boxcars-dice`"),
    "dice_malfunction": Trouble("the dice unit says what cannot be", "a technician runs `boxcars dice monitor`"),
    "roll_overdue": Trouble("a roll takes longer than it may", "look into the dome; a technician checks the unit"),
    "self_test_done": Trouble("the dice unit tested itself; the bitmap says what failed", "0: nothing"),
    "not_done": Trouble("the dice unit did not do what a technician asked", "read why, and ask again"),
    "roll_not_authentic": Trouble(
        "a result that the unit's key did not sign", "do not play; check who was at the line"
    ),
    "panel_lost": Trouble("a board does not report", "check its cable; a door on it counts as open"),
    "panel_driver_lost": Trouble("the panel driver is not heard", "`journalctl -u boxcars-panel`"),
    "strange_board": Trouble(
        "a board that nobody configured", "name it in cabinet.toml and drivers.toml, or unplug it"
    ),
    "terminal_lost": Trouble("a terminal is not heard", "its screen says so too: check the machine and its network"),
    "taken_over": Trouble("a second terminal came to a seat", "only one may run; with keys, find out whose"),
    "service_call": Trouble("a player calls", "go there"),
    "button_refused": Trouble("a button was pressed and the table did not take it", "nothing, unless it goes on"),
    "cap_check_failed": Trouble(
        "the returns of a setting could not be worked out", "ask again; if it stays, report it"
    ),
    "preview_failed": Trouble("what a change of settings would do could not be worked out", "ask again; or report it"),
    "wrong_pin": Trouble("a wrong name or PIN at a station", "if it goes on, find out who stands there"),
    "turned_away": Trouble("somebody may not come in at a station now", "the codes of a station say why"),
    "pin_failed": Trouble("a PIN could not be worked out", "read the log; look at the memory"),
    "act_refused": Trouble("a person asked for an act that is not theirs", "find out who; the event log has it"),
    "no_key": Trouble("somebody comes with a key that is not ours any more", "find out who"),
    "flood": Trouble("a peer sends faster than it may, and was put out for a while", "look at that terminal"),
    "bad_message": Trouble("a message that is none", "a peer of another version, or a stranger"),
    "hello_first": Trouble("a peer speaks before it said who it is", "nothing: it says hello"),
    "emulator_on_live": Trouble("an emulator came to a live table", "connect the real device"),
    "failed": Trouble("a message could not be dealt with", "read the log, and report it"),
}
