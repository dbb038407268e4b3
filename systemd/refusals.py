"""Why the installer stops: a code, what it means, what to do now. `docs/errors.md` lists them."""

from typing import NamedTuple


class Refusal(NamedTuple):
    """What a code means, and the way out."""

    means: str
    do: str


REFUSALS: dict[str, Refusal] = {
    "not_root": Refusal("this changes the machine, so it is root's to do", "run it with sudo"),
    "bad_choice": Refusal("the words do not fit together", "see the list of choices in docs/install.md"),
    "life_not_chosen": Refusal(
        "there is no journal yet, and whether it is for money has to be said", "add JOURNAL=live or JOURNAL=demo"
    ),
    "life_is_other": Refusal(
        "a journal stays what it was born as", "leave JOURNAL out, or use `boxcars vault go-live` on a clean demo"
    ),
    "game_is_other": Refusal(
        "a journal plays the game that it was born for", "leave GAME out; another game begins with a journal of its own"
    ),
    "no_second_place": Refusal(
        "the head of a journal for money is copied to a second disk, and none is named",
        "mount one and add SECOND=/mnt/second (docs/install.md)",
    ),
    "package_missing": Refusal("a Debian package is missing and could not be installed", "install it, then again"),
    "program_failed": Refusal("the program could not be put together", "read the lines above; without a net: WHEELS="),
    "table_not_idle": Refusal(
        "a round is being played, or wagers lie on the layout", "wait until the table is idle, then again"
    ),
    "journal_not_at_rest": Refusal(
        "the journal was not closed in order, so nobody knows yet how the table stands",
        "systemctl start boxcars.target, let the table become idle, then again; where it cannot start, as the user "
        "boxcars-controller: `boxcars vault mend`",
    ),
    "stop_failed": Refusal("the services did not stop", "systemctl status 'boxcars*', then again"),
    "start_failed": Refusal(
        "the new version did not start; the version before it is in its place again and runs",
        "read `journalctl -u boxcars-controller`, and report it",
    ),
    "before_failed": Refusal(
        "the version before did not start; the one that was in force is in its place again and runs",
        "read `journalctl -u boxcars-controller`, and report it",
    ),
    "not_installed": Refusal("there is nothing installed here", "make install"),
    "nothing_before": Refusal("there is no version before this one", "nothing to do"),
    "played_since": Refusal(
        "the upgrade changed the journal's schema and there was play since: the old version cannot read it, and the "
        "copy from before does not know that play",
        "go forward: install a newer version",
    ),
}


class InstallRefused(Exception):
    """The installer stops, and has changed nothing unless it says so."""

    def __init__(self, code: str, details: str = "") -> None:
        self.code = code
        refusal = REFUSALS[code]
        super().__init__(f"{refusal.means}{': ' + details if details else ''} [{code}]. What to do: {refusal.do}")
