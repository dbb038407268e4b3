"""Every code with which a person or an act is turned away before the table is asked. `docs/errors.md` shows them."""

CODES: dict[str, str] = {
    # coming in
    "key_needed": "neither the ATTENDANT nor the OPERATOR key is turned",
    "operator_key": "that is more than an attendant does, and needs the OPERATOR key",
    "console_only": "the cabinet's panel does not answer: only a supervisor may come in, and only from a console",
    "supervisor_only": "the cabinet's panel does not answer, and the person is no supervisor",
    "first_supervisor": "the machine has no supervisor yet: one is made first",
    "wrong_pin": "the name or the PIN is wrong",
    "locked_out": "too many wrong PINs: time, or a supervisor, lets the person try again",
    "weak_pin": "a PIN that anybody would try first, that is the old one, or has not 4 (a supervisor's 6) to 12 digits",
    "busy": "too much is being worked out just now; ask again in a second",
    # a session that does not stand
    "no_session": "there is no such session, or it is over",
    "stolen_session": "the session was opened at another station; it is over for both",
    "key_turned_back": "the key was turned back, so the session is over",
    "panel_dead": "the cabinet's panel stopped answering, so no key can be read and the session is over",
    "panel_back": "the cabinet's panel answers again, so a session without a key is over",
    "idle": "nothing was touched for `idle_seconds` of cabinet.toml, so the session is over",
    "too_long": "a session lasts twelve hours",
    "removed": "the person works here no more",
    "role_changed": "the person has another role now, and signs in again",
    "elsewhere": "the person has signed in at another station, or somebody else at this one",
    "station_lost": "the station was silent or its connection was lost",
    "signed_out": "the person left",
    # acts
    "bad_field": "the act brings a field that it does not take",
    "bad_words": "words that are not on one line, or have control signs in them",
    "pin_change_first": "somebody else chose the PIN; nothing else is done before it is changed",
    "preview_first": "a change of settings is looked at before it is made",
    "preview_stale": "the rules, the settings or the change are others than those that were looked at",
    "nothing_changed": "the settings are in force already",
    "day_closed": "the gaming day has been closed already",
    "failed": "working it out failed; the controller's log says why",
}
