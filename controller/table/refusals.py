"""Every code with which the table refuses, what it means, and what to do. `docs/errors.md` shows them.

The codes of the game behind the door are its own; craps keeps them in `controller/games/craps/rules/refusal.py`.
"""

from controller.codes import Code

CODES: dict[str, Code] = {
    "ok": Code("the command was taken", "nothing"),
    "held": Code("the table stands still for the reasons named", "end what the hold names; `boxcars status` shows it"),
    "core_failed": Code(
        "the event made the core fail; nothing was done, and the table is held for a supervisor",
        "do not play; keep the journal and call the manufacturer",
    ),
    "books_failed": Code(
        "the event would have broken the books; nothing was done, and the table is held for a supervisor",
        "do not play; keep the journal and call the manufacturer",
    ),
    "stale_id": Code(
        "the command is older than the client's last one, and no answer to it is known",
        "ask for a snapshot and begin with the next number",
    ),
    "id_jump": Code(
        "the command's id is more than 1,000 above the client's last; `details` says `last` and `most`",
        "go on from `last` + 1; a client whose numbers are in disorder begins a series of its own, with a hello",
    ),
    "series_over": Code(
        "the command is of another series than the one that its client counts in now",
        "begin again with a hello, and look at the seat: what was sent in the old series is over",
    ),
    # wagers
    "bets_closed": Code("no bets are taken in this phase", "wait for the next round"),
    "wrong_round": Code(
        "the command was meant for another round; it is never moved to this one",
        "look at the round now, and decide again",
    ),
    "no_such_seat": Code("the table has no such seat", "check the seat's number"),
    "host_off": Code(
        "the casino's host has turned off play at this seat", "ask the people of the host: it turns it on again"
    ),
    "host_busy": Code(
        "the casino's host has locked the seat for a transfer of money, or is offered its cash-out",
        "wait: it ends by itself within seconds",
    ),
    "not_the_hosts": Code(
        "the casino's host wants to turn what the settings do not let it", "compare `controls` of cabinet.toml"
    ),
    "no_such_address": Code("the casino's host speaks to an address that is not ours", "compare cabinet.toml"),
    "seat_closed": Code("a supervisor has closed the seat", "play at another seat, or let a supervisor open it"),
    "seat_locked": Code("the seat waits for an attendant: a hand-pay, or a large win", "call an attendant"),
    "on_break": Code(
        "the player of the seat takes a break", "wait until it is over; what lies there can be taken down"
    ),
    "time_limit": Code(
        "the player has played for as long as they meant to",
        "cash out; a longer time that is asked for holds after a wait",
    ),
    "loss_limit": Code(
        "all that lies there lost, the session would cost more than its player allows", "bet less, or cash out"
    ),
    "stake_limit": Code("more would lie on the spot than its player allows", "bet less on it"),
    "reality_check": Code(
        "the player has still to read how long they have played and with what result", "read it, then go on or cash out"
    ),
    "nobody_plays": Code("nobody plays at the seat", "nothing"),
    "bad_limit": Code("a player's own limit of time has up to 1440 minutes", "choose a smaller one, or 0 for none"),
    "liability_limit": Code("all wagers together could win more than the table bears", "bet less"),
    "not_recordable": Code(
        "what was sent holds something that cannot be written down and read back as the very same",
        "send whole numbers and words only",
    ),
    "unknown_act": Code(
        "there is no such act of a player or an operator", "report it: a screen asks for what is not there"
    ),
    # the shooter and the players after a power failure
    "no_button_now": Code(
        "no SHOOT button is open, so there are no dice to throw or to pass", "wait until SHOOT is shown"
    ),
    "not_the_shooter": Code("another seat has the dice", "wait for the dice"),
    "nothing_asked": Code("the seat is not asked to keep or withdraw", "nothing"),
    # chance
    "no_draw_wanted": Code("no chance is wanted now", "report it"),
    "wrong_roll_id": Code("chance was drawn for another throw than the next", "report it"),
    "bad_draw": Code("the nonce or the levels are not what was to be drawn", "report it"),
    # cash
    "door_open": Code(
        "a door is open, or counts as open, and this house moves no money meanwhile", "close it; `all_doors` says so"
    ),
    "nothing_to_pay": Code(
        "the seat has no free credits; what lies on the layout stays there", "wait until the wagers are decided"
    ),
    "bad_amount": Code("an amount is a whole number from 1 up", "give a whole number above nothing"),
    "short_balance": Code("the seat has fewer free credits than that", "take less"),
    "credit_limit": Code("the seat would have more credits than it may be given", "put less on; pay out first"),
    "too_many_moves": Code(
        "the seat has too many movements of cash under way", "wait until the movements under way are over"
    ),
    "move_known": Code(
        "there has been a movement of that name", "it has been done; look at the journal before doing it again"
    ),
    "no_such_move": Code(
        "no movement of that name, or of that seat, is under way or can be reversed",
        "check the movement's name and seat",
    ),
    # notes and tickets
    "no_cash_here": Code("the seat has neither an acceptor nor a printer", "check `[[cash]]` in the settings"),
    "nothing_at_escrow": Code("nothing at the seat waits to be stacked", "nothing; look at the acceptor if it recurs"),
    "ticket_under_way": Code("the seat is being cashed out", "wait for the ticket or the attendant"),
    "not_voided": Code(
        "a ticket for that hand-pay may be out, and its authority has not voided the number",
        "look for the paper; wait for the authority, or settle it with a second person",
    ),
    "number_out": Code("a ticket's number was drawn for that hand-pay", "pay it; it cannot be taken back"),
    "nothing_to_settle": Code("nothing of that name waits at the seat to be settled", "check the name and the seat"),
    "ticket_locked": Code(
        "the ticket is on its way in or out, or its authority is still to answer", "wait until it came or went"
    ),
    "witness_missing": Code(
        "the act needs a second person of the floor who works here, under their own name",
        "let a colleague look with you",
    ),
    "second_missing": Code(
        "the house wants a second person for that, with key and PIN (`alone_up_to`, `two_for_rules`)",
        "let a colleague give name and PIN beside you",
    ),
    "count_missing": Code(
        "the house wants the drawer of a shift counted as it is handed over (`count_drawers`)", "count it, and say so"
    ),
    "second_alone": Code("nobody is the second person beside themselves", "let a colleague give name and PIN"),
    "second_role": Code(
        "the second person has not the role that the act or the house wants of one", "let somebody else stand by"
    ),
    "miscount": Code("so much cannot have been counted", "look again, and count again"),
    # operators
    "role": Code("the act is for another role", "let somebody do it whose role it is"),
    "not_now": Code("the act is not done in this phase", "wait for a phase in which it is done ([round.md](round.md))"),
    "nothing_to_resume": Code(
        "nothing that this role can end holds the table", "look at what holds the table; another role may be needed"
    ),
    "result_known": Code(
        "an authentic result is known, so the round is settled and not voided", "let the round be settled"
    ),
    "reason_missing": Code("the act needs a reason", "say why"),
    "receipt_missing": Code("a hand-pay is reset with the number of its receipt", "give the number of the receipt"),
    "no_alarm": Code("no alarm sounds", "nothing to do"),
    "form_missing": Code(
        "a win that has to be told to the tax office is reset or paid with the number of its form",
        "fill in the form, then say its number",
    ),
    "form_known": Code("a form with this number was filed for another win", "look at the form: type its own number"),
    "no_form_wanted": Code("nothing that this seat waits for wants a form", "leave the number of a form away"),
    "receipt_known": Code(
        "a receipt with this number was given for another hand-pay",
        "look at the paper: type its own number; the movement that has it is named",
    ),
    "not_calling": Code("the seat has called no attendant", "nothing"),
    "not_locked": Code("the seat waits for no attendant after a large win", "nothing"),
    "not_held": Code("the table can play; it is held before it is closed out", "hold the table first"),
    "no_service": Code("the table is not in service", "enter service first"),
    "no_terminal": Code(
        "the seat's terminal has no link, so its screen shows no test", "see to the terminal, then begin the test again"
    ),
    "bad_count": Code(
        "a touch test had no such number of fields, or fewer of them than were touched",
        "nothing is recorded: mend the terminal's program, then begin the test again",
    ),
    "no_unit_waiting": Code("no other unit waits to be accepted", "nothing"),
    "no_ids_left": Code(
        "the unit's roll count leaves no ids to roll with; its memory is not to be trusted", "replace the unit"
    ),
    "bad_setting": Code("there is no such setting, or it may not have that value", "choose a value that is allowed"),
    "over_the_cap": Code(
        "under that setting or book a bet would return more than any bet may", "choose a smaller value, or another book"
    ),
    "under_the_floor": Code(
        "under that setting or book a bet would return less than the house wants of every bet",
        "choose other figures or another book, or lower `least_return`",
    ),
    "returns_unknown": Code(
        "what the bets would return under that setting or book has not been worked out", "wait a moment and ask again"
    ),
    "must_wait": Code(
        "the setting waits until no contract or hand-long wager stands", "wait until no such wager stands"
    ),
    "credits_on_seats": Code(
        "the game's settings wait until no money of players is on the machine", "wait until every seat has cashed out"
    ),
    # people and shifts
    "no_such_person": Code("nobody of that name works at this machine", "check the name; a supervisor adds people"),
    "person_known": Code("there is somebody of that name", "choose another name"),
    "too_many_people": Code("no more people can work at this machine", "remove who works here no more"),
    "bad_name": Code("a name is a small letter and up to 31 small letters, digits, dots, lines", "choose such a name"),
    "bad_role": Code("there is no such role", "choose attendant, technician or supervisor"),
    "pin_missing": Code("the act needs a PIN", "give a PIN"),
    "forged": Code(
        "the act names a role, or a person, that is not the one who signed in", "find out who; the event log has it"
    ),
    "last_supervisor": Code("the machine would be left without a supervisor", "make another supervisor first"),
    "supervisor_exists": Code("the first supervisor was made already, and adds others", "ask the supervisor"),
    "shift_open": Code("the person has a shift that was not handed over", "hand the shift over first"),
    "nothing_to_hand_over": Code("the shift has neither taken nor paid anything", "nothing"),
    "too_many_shifts": Code("no more people can have shifts", "hand shifts over"),
    # the cabinet
    "no_such_door": Code("the cabinet has no such door", "check `[[boards]]` in the settings"),
    "no_such_key": Code("the cabinet has no such key switch", "check `[[boards]]` in the settings"),
}
