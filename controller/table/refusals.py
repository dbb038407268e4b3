"""Every code with which the table refuses, and what it means. `docs/errors.md` shows them.

The codes of the game behind the door are its own; craps keeps them in `controller/games/craps/rules/refusal.py`.
"""

CODES: dict[str, str] = {
    "ok": "the command was taken",
    "held": "the table stands still for the reasons named",
    "core_failed": "the event made the core fail; nothing was done, and the table is held for a supervisor",
    "books_failed": "the event would have broken the books; nothing was done, and the table is held for a supervisor",
    "stale_id": "the command is older than the client's last one, and no answer to it is known",
    "id_jump": "the command's id is more than 1,000 above the client's last; `details` says `last` and `most`",
    "series_over": "the command is of another series than the one that its client counts in now",
    # wagers
    "bets_closed": "no bets are taken in this phase",
    "wrong_round": "the command was meant for another round; it is never moved to this one",
    "no_such_seat": "the table has no such seat",
    "seat_closed": "a supervisor has closed the seat",
    "seat_locked": "the seat waits for an attendant: a hand-pay, or a large win",
    "liability_limit": "all wagers together could win more than the table bears",
    "not_recordable": "what was sent holds something that cannot be written down and read back as the very same",
    "unknown_act": "there is no such act of a player or an operator",
    # the shooter and the players after a power failure
    "no_button_now": "no SHOOT button is open, so there are no dice to throw or to pass",
    "not_the_shooter": "another seat has the dice",
    "nothing_asked": "the seat is not asked to keep or withdraw",
    # chance
    "no_draw_wanted": "no chance is wanted now",
    "wrong_roll_id": "chance was drawn for another throw than the next",
    "bad_draw": "the nonce or the levels are not what was to be drawn",
    # cash
    "nothing_to_pay": "the seat has no free credits; what lies on the layout stays there",
    "bad_amount": "an amount is a whole number from 1 up",
    "short_balance": "the seat has fewer free credits than that",
    "credit_limit": "the seat would have more credits than it may be given",
    "too_many_moves": "the seat has too many movements of cash under way",
    "move_known": "there has been a movement of that name",
    "no_such_move": "no movement of that name, or of that seat, is under way or can be reversed",
    # operators
    "role": "the act is for another role",
    "not_now": "the act is not done in this phase",
    "nothing_to_resume": "nothing that this role can end holds the table",
    "result_known": "an authentic result is known, so the round is settled and not voided",
    "reason_missing": "the act needs a reason",
    "receipt_missing": "a hand-pay is reset with the number of its receipt",
    "receipt_known": "a receipt with this number was given for another hand-pay",
    "not_calling": "the seat has called no attendant",
    "not_locked": "the seat waits for no attendant after a large win",
    "not_held": "the table can play; it is held before it is closed out",
    "no_service": "the table is not in service",
    "no_terminal": "the seat's terminal has no link, so its screen shows no test",
    "bad_count": "a touch test had no such number of fields, or fewer of them than were touched",
    "no_unit_waiting": "no other dice unit waits to be accepted",
    "no_ids_left": "the unit's roll count leaves no ids to roll with; its memory is not to be trusted",
    "bad_setting": "there is no such setting, or it may not have that value",
    "over_the_cap": "under that setting or book a bet would return more than any bet may",
    "returns_unknown": "what the bets would return under that setting or book has not been worked out",
    "must_wait": "the setting waits until no contract or hand-long wager stands",
    # people and shifts
    "no_such_person": "nobody of that name works at this machine",
    "person_known": "there is somebody of that name",
    "too_many_people": "no more people can work at this machine",
    "bad_name": "a name is a small letter and up to 31 small letters, digits, dots, lines",
    "bad_role": "there is no such role",
    "pin_missing": "the act needs a PIN",
    "forged": "the act names a role, or a person, that is not the one who signed in",
    "last_supervisor": "the machine would be left without a supervisor",
    "supervisor_exists": "the first supervisor was made already, and adds others",
    "shift_open": "the person has a shift that was not handed over",
    "nothing_to_hand_over": "the shift has neither taken nor paid anything",
    "too_many_shifts": "no more people can have shifts",
    # the cabinet
    "no_such_door": "the cabinet has no such door",
    "no_such_key": "the cabinet has no such key switch",
}
"""Code → what it means."""
