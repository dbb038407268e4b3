"""Every code with which a person or an act is turned away before the table is asked. `docs/errors.md` shows them."""

from controller.codes import Code

CODES: dict[str, Code] = {
    # coming in
    "key_needed": Code("neither the ATTENDANT nor the OPERATOR key is turned", "turn a key"),
    "operator_key": Code("that is more than an attendant does, and needs the OPERATOR key", "turn the OPERATOR key"),
    "console_only": Code(
        "the cabinet's panel does not answer: only a supervisor may come in, and only from a console",
        "repair the panel, or let a supervisor use the console",
    ),
    "supervisor_only": Code(
        "the cabinet's panel does not answer, and the person is no supervisor", "repair the panel, or call a supervisor"
    ),
    "first_supervisor": Code("the machine has no supervisor yet: one is made first", "make the first supervisor"),
    "wrong_pin": Code("the name or the PIN is wrong", "try again, with care: a few wrong ones lock out"),
    "locked_out": Code(
        "too many wrong PINs: time, or a supervisor, lets the person try again", "wait, or ask a supervisor"
    ),
    "weak_pin": Code(
        "a PIN that anybody would try first, that is the old one, or has not 4 (a supervisor's 6) to 12 digits",
        "choose another PIN",
    ),
    "busy": Code("too much is being worked out just now; ask again in a second", "wait a second"),
    # a session that does not stand
    "no_session": Code("there is no such session, or it is over", "sign in"),
    "stolen_session": Code(
        "the session was opened at another station; it is over for both", "sign in again; find out how two had it"
    ),
    "key_turned_back": Code("the key was turned back, so the session is over", "turn the key and sign in again"),
    "panel_dead": Code(
        "the cabinet's panel stopped answering, so no key can be read and the session is over",
        "check the panel's cable; a supervisor may use the console",
    ),
    "panel_back": Code(
        "the cabinet's panel answers again, so a session without a key is over", "turn a key and sign in again"
    ),
    "idle": Code("nothing was touched for `idle_seconds` of cabinet.toml, so the session is over", "sign in again"),
    "too_long": Code("a session lasts twelve hours", "sign in again"),
    "removed": Code("the person works here no more", "ask a supervisor"),
    "role_changed": Code("the person has another role now, and signs in again", "sign in again"),
    "elsewhere": Code(
        "the person has signed in at another station, or somebody else at this one", "sign in again, at one station"
    ),
    "station_lost": Code("the station was silent or its connection was lost", "sign in again"),
    "signed_out": Code("the person left", "nothing"),
    # acts
    "second_pin": Code("the second person has given no PIN, or another one", "try again, with care"),
    "second_key": Code("the key of the second person's role is not turned", "turn that key too"),
    "bad_field": Code(
        "the act brings a field that it does not take", "leave it out; the list of acts names what each takes"
    ),
    "bad_words": Code("words that are not on one line, or have control signs in them", "type the words anew"),
    "pin_change_first": Code(
        "somebody else chose the PIN; nothing else is done before it is changed", "change the PIN"
    ),
    "preview_first": Code("a change of settings is looked at before it is made", "look at it first"),
    "preview_stale": Code(
        "the rules, the settings or the change are others than those that were looked at", "look at it again"
    ),
    "nothing_changed": Code("the settings are in force already", "nothing"),
    "no_version_before": Code(
        "no version before this one is installed here", "nothing; install the wanted version with `make install`"
    ),
    "day_closed": Code("the gaming day has been closed already", "nothing: the next day runs"),
    "failed": Code("working it out failed; the controller's log says why", "read the log, and report it"),
}
