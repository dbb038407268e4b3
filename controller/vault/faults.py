"""Everything that can be wrong with a vault: a code, what it means, and what to do now.

`docs/errors.md` lists them.
"""

from controller.codes import Code

FAULTS: dict[str, Code] = {
    # ---- a vault that cannot be opened ----
    "engine_mixed": Code(
        "the machine code of the game was made of another source than lies beside it",
        "install both from one release (`make engine`, `make install`), or take the machine code away: "
        "`pip uninstall boxcars-engine`",
    ),
    "no_vault": Code("there is no journal at this place", "check the path; a new one is made by `boxcars vault init`"),
    "not_a_vault": Code("this file is no journal of Boxcars", "check the path; nothing has been changed"),
    "vault_in_use": Code("another process writes this journal", "stop that process first; reading needs no stop"),
    "vault_exists": Code("there is a journal already", "use it, or set it aside with `boxcars vault clear`"),
    "newer_schema": Code("a newer Boxcars wrote this journal", "install that version or a newer one"),
    "older_schema": Code("an older Boxcars wrote this journal", "start the controller once; it upgrades the journal"),
    "cannot_open": Code("the file cannot be opened", "check the disk, the mount and the owner of the directory"),
    "key_missing": Code(
        "the key that signs this journal is not there", "bring the key file back, or `boxcars vault restore`"
    ),
    "key_wrong": Code(
        "the key file belongs to another journal", "bring the right key file back, or `boxcars vault restore`"
    ),
    "key_bad": Code(
        "the key file is no key, or others than its owner may read it",
        "do what the line says; then find out who read it",
    ),
    "key_unknown": Code(
        "the journal is signed with another key than the one known outside of it",
        "do not play: it may have been written anew; ask who had access. Where it was cleared, restored or went live "
        "here, compare the fingerprint with its papers and pin it: `boxcars vault pin`",
    ),
    "public_key_bad": Code(
        "what should say the public key of a journal does not",
        "give 64 hexadecimal digits, a fingerprint from the papers, or a file with one; a pin is made anew by "
        "`boxcars vault pin`",
    ),
    "snapshot_bad": Code(
        "the last snapshot cannot be read or is not the one the journal names",
        "`boxcars verify`, then `boxcars vault mend`, which plays the journal again from an older snapshot",
    ),
    "other_engine": Code(
        "entries after the last snapshot were decided by another version of the game",
        "start that version once, let the table become idle, stop it, then start this one; where it cannot be started, "
        "`boxcars vault mend` with this one",
    ),
    "replay_differs": Code(
        "played again, the journal does not lead to the state it recorded",
        "do not play: `boxcars vault clear` puts it aside, names the money on its seats and begins an empty one; send "
        "the old one to the manufacturer",
    ),
    "demo_dice": Code(
        "an emulator or scripted dice met a live journal",
        "connect the real unit, or make a demo journal with `boxcars vault init --demo`",
    ),
    "live_only_once": Code(
        "a journal stays what it was born as",
        "`boxcars vault go-live` puts a demo journal aside and begins an empty live one",
    ),
    "not_clean": Code("money is still on this machine", "pay it out first, or `boxcars vault clear` with a supervisor"),
    "clear_words": Code(
        "the second step does not name the journal and the money of players that goes with it",
        "read them from the first step again; the amount is written out",
    ),
    "not_a_supervisor": Code(
        "a journal is put aside by a supervisor, with name and PIN", "let a supervisor do it, with --by NAME"
    ),
    "can_be_read": Code(
        "this journal can be read, so there is no need to begin anew without it",
        "start the controller, or `boxcars vault clear`",
    ),
    "can_be_mended": Code("this journal can be mended, and loses nothing by it", "`boxcars vault mend`"),
    "anew_unknown": Code(
        "nothing of the old journal says what to begin with", "name the settings of the cabinet: --config cabinet.toml"
    ),
    "only_an_archive": Code("this file holds archived entries and is only read", "write to the journal it came from"),
    "nothing_to_archive": Code("there is no snapshot old enough to archive up to", "archive later, or keep fewer days"),
    "floor_behind": Code(
        "the floor of the house does not have all that would be archived",
        "let the uplink deliver first; or, the controller stopped, a supervisor archives with --without-floor NAME",
    ),
    "file_exists": Code("there is a file of that name already", "choose another name; nothing is written over"),
    "journal_went_on": Code(
        "the journal is not any more as it was when its archive was written",
        "archive again; the file on the medium is whole, and nothing was moved",
    ),
    # ---- a medium that a copy or an archive goes to ----
    "no_medium": Code(
        "there is no medium of that name, or it cannot be written",
        "put the stick in and look again; how one is mounted stands in docs/install.md",
    ),
    "medium_full": Code("there is no room on the medium", "make room on it, or take a larger one; nothing half stays"),
    "medium_failed": Code(
        "the medium cannot be written or read",
        "put it in again and try again, or take another one; what is half written has no name of its own",
    ),
    # ---- a vault that cannot go on ----
    "disk_full": Code(
        "there is no room on the disk", "make room (`boxcars archive` to another disk), then start again"
    ),
    "disk_read_only": Code("the disk takes no writing", "look at the disk and its mount, then start again"),
    "disk_error": Code(
        "the disk failed while a commit was written", "replace the disk, `boxcars vault restore` from its copy"
    ),
    "vault_closed": Code("the journal has been closed", "start the controller again"),
    "entry_too_large": Code("an entry is larger than any real one", "report it; the event was not taken"),
    "entry_unwritable": Code(
        "an entry would hold what cannot be read back exactly, so it is not written",
        "start again: what is on the disk is whole; then report it, with the log",
    ),
    "too_many_waiting": Code("more entries wait than one commit takes", "report it; the loop did not commit"),
    "books": Code("money does not balance", "hold the table; a supervisor reads what does not balance"),
    # ---- what `boxcars verify` finds ----
    "file_damaged": Code(
        "pages of the file cannot be read",
        "restore the file from its copy; where there is none, `boxcars vault begin-anew`; keep the damaged one",
    ),
    "entry_missing": Code("entries have been deleted or the file was cut", "restore the file; ask who had access"),
    "entry_extra": Code("an entry stands where none can be", "restore the file; ask who had access"),
    "entry_altered": Code("an entry was changed after it was written, or one before it", "restore; ask who had access"),
    "entry_unreadable": Code(
        "an entry is no text of ours",
        "restore the file from its copy; where there is none, `boxcars vault begin-anew`; ask who had access",
    ),
    "seal_bad": Code(
        "a signature does not fit the chain, or is missing where a round ended", "restore; ask who had access"
    ),
    "head_gone": Code(
        "the journal ends before the head that was signed and copied elsewhere",
        "an older copy was put back, or the end was cut off: bring the newer one back. If this one is to go on, move "
        "the head away: the table holds until a supervisor has looked",
    ),
    "head_differs": Code(
        "the journal says something else than the head that was copied elsewhere",
        "it was written anew by someone with the key",
    ),
    "head_missing": Code(
        "no head of the journal is in the second place",
        "ask who took it away, or look at the medium; until a supervisor has looked the table holds, and the head is "
        "written anew",
    ),
    "head_unreadable": Code(
        "what lies in the second place is no head of a journal",
        "ask who wrote it; until a supervisor has looked the table holds, and the head is written anew",
    ),
    "head_unsigned": Code(
        "the head in the second place is not signed by the key that it names",
        "ask who wrote it; until a supervisor has looked the table holds, and the head is written anew",
    ),
    "head_old": Code(
        "the head in the second place is older than the first entry here",
        "look why none was written for so long, and verify the archive with it",
    ),
    "head_other_key": Code(
        "the head in the second place was signed with another key than this journal was then",
        "do not play: one of the two was written anew; verify with the key from the papers",
    ),
    "head_not_written": Code(
        "the head of the journal cannot be written to the second place", "look at the medium and at who may write there"
    ),
    "no_second_place": Code(
        "a journal for money has no second place, so an older copy that is put back would not be found out",
        "set `second_place` in `[journal]` to a file on another medium; until then a supervisor resumes after each "
        "start",
    ),
    "other_journal": Code("this belongs to another journal", "check which file is which"),
    "ledger_differs": Code("the ledger is not what the entries make it", "restore the file; ask who had access"),
    "meter_differs": Code("the meters are not what the entries make them", "restore the file; ask who had access"),
    "round_differs": Code("the list of rounds is not what the entries make it", "restore the file; ask who had access"),
    "log_differs": Code("the event log is not what the entries make it", "restore the file; ask who had access"),
    "postings": Code("the postings of an event do not sum to zero", "call the manufacturer: the game broke its books"),
    "mac_bad": Code(
        "a roll was taken that this unit's key did not sign", "call the manufacturer: these results are not proved"
    ),
    "snapshot_differs": Code("a snapshot is not what the journal says", "`boxcars vault mend`; ask who had access"),
    "answer_differs": Code(
        "an answer kept for a repeated command is not the one given", "`boxcars vault mend`; ask who had access"
    ),
    "birth_differs": Code(
        "what the file says of its birth is not what the first entry says", "restore; ask who had access"
    ),
}


class VaultFault(Exception):
    """Something is wrong with a vault; the text says what, where and what to do now."""

    def __init__(self, code: str, details: str, seq: int | None = None) -> None:
        self.code = code
        self.details = details
        self.seq = seq
        """The first entry that is wrong, where one is."""
        fault = FAULTS[code]
        super().__init__(f"{fault.means}: {details} [{code}]. What to do: {fault.do}")


class VaultLost(VaultFault):
    """A commit failed. It is not tried again: the process goes back to the last committed state and ends."""
