"""What the floor can find: a code, what it means, and what a person does about it. `docs/errors.md` lists them."""

from controller.codes import Code

FOUND: dict[str, Code] = {
    # ---- who speaks ----
    "no_key": Code(
        "the floor has no key of this cabinet, or no longer",
        "`boxcars floor cabinet NAME KEY`, with the key that `boxcars uplink key` shows on the cabinet",
    ),
    "proof_bad": Code(
        "a request is not signed with the cabinet's key for this connection",
        "compare the key that `boxcars uplink key` shows with the one the floor has",
    ),
    "signature_bad": Code(
        "a batch is not signed with the cabinet's key", "find out who sent it; it lies aside on the floor"
    ),
    "other_cabinet": Code("a message speaks for another cabinet", "find out who sent it; it lies aside on the floor"),
    # ---- what is no batch ----
    "batch_unreadable": Code("a batch cannot be read", "look at the one that lies aside; both ends need one version"),
    "batch_version": Code("a batch is of a version that this floor does not know", "install the newer Boxcars here"),
    "batch_too_large": Code("a batch is larger than any may be", "look at the one that lies aside"),
    "batch_order": Code("the entries of a batch are not in order", "look at the one that lies aside"),
    "batch_chain": Code("the entries of a batch do not lead to the hash that it names", "look at the one aside"),
    "entry_unreadable": Code("an entry of a batch is none", "look at the batch that lies aside"),
    "seal_bad": Code(
        "a signature in a batch is not of the journal's key, or one is missing from between",
        "do not trust this journal: `boxcars verify` on the cabinet, and ask who had access",
    ),
    "books_differ": Code(
        "money in a journal does not balance, so its entries cannot be booked",
        "`boxcars verify` on the cabinet; the batch lies aside on the floor",
    ),
    # ---- whose journal ----
    "other_life": Code(
        "a demo journal came to a live floor, or a live one to a demo", "give the cabinet the address of its own floor"
    ),
    "journal_of_two": Code(
        "two cabinets send the same journal", "one of them is a copy: find out which, and revoke its key"
    ),
    "not_following": Code(
        "a cabinet has a new journal that does not follow on the last entry of its old one",
        "find out what became of the old journal; `boxcars floor enrol` takes the new one in, by name",
    ),
    "not_from_the_beginning": Code(
        "a journal came of which the floor has never seen the beginning",
        "name the folder of its archives in `[floor] archives` of the cabinet; without them, `boxcars floor enrol`",
    ),
    "two_journals": Code(
        "a cabinet adds to a journal after it has begun another one",
        "one of both is a copy: find out which, and revoke its key",
    ),
    # ---- another past ----
    "fork": Code(
        "a cabinet sent another entry in the place of one that the floor has",
        "its past was changed: ask who had access; `boxcars floor accept` takes the other history as a new branch",
    ),
    "rolled_back": Code(
        "a cabinet's journal ends before entries that the floor has, or has others there",
        "an older copy was put in its place: bring the newer one back, or find out why there is none",
    ),
    "restored": Code(
        "a journal was restored elsewhere and is signed with a new key from here on",
        "compare the fingerprint with the papers; `boxcars floor accept` takes it in, by name",
    ),
    "quarantined": Code(
        "this journal waits for a person to look at its other history", "`boxcars floor accept`, when that was done"
    ),
    # ---- tickets ----
    "ask_differs": Code(
        "a cabinet asked about a ticket by an entry that is another in its journal",
        "its past was changed, or somebody speaks in its name: nothing was answered; look at its journal and its key",
    ),
    "answer_differs": Code(
        "a journal tells of an answer about a ticket that this floor did not give",
        "compare the decision that it names with the floor's own journal; ask who had access to either",
    ),
    "number_twice": Code(
        "a cabinet wants a ticket's number that is given already",
        "two cabinets have the same number in `[tickets]`, or an older copy of a journal is played on: find out which",
    ),
    "ticket_contradicted": Code(
        "a cabinet has done with a ticket what the floor has not allowed",
        "look where the paper lies: two persons settle it on the page of tickets",
    ),
    "decisions_lost": Code(
        "this floor does not have a decision that was made here: its store is an older copy; tickets are held",
        "let all cabinets report, then `boxcars floor rebuild`, by name",
    ),
    # ---- jackpots ----
    "jackpot_differs": Code(
        "a cabinet's rule book says another thing of a jackpot than `floor.toml`, or names one that is not there",
        "give both the same `[jackpots.NAME]`, word by word; until then its wagers go back when bets close",
    ),
    "jackpot_unknown": Code(
        "a journal feeds or claims a jackpot that this floor never had",
        "ask who had access to that cabinet; put the jackpot into `floor.toml` if it was forgotten there",
    ),
    "lease_bad": Code(
        "a journal played for a jackpot under a lease that this floor did not sign",
        "what was taken is in the pot; ask who had access to that cabinet",
    ),
    "fed_twice": Code(
        "a roll feeds a pot that it has fed before, or with another amount in another history",
        "it counts once; compare both entries, and ask who had access to the journal",
    ),
    "fed_wrong": Code(
        "a contribution is not the stake times the rate of the jackpot",
        "compare the rule book of that cabinet with `floor.toml` and look at the entry",
    ),
    "claim_twice": Code(
        "a roll claims a jackpot that it claimed before",
        "nothing is paid on it; compare both entries, then release the seat on the cabinet",
    ),
    "claim_unfed": Code(
        "a jackpot is claimed for which nothing was put up under a lease of this floor",
        "nothing is paid on it; look at that cabinet's journal, then release the seat there",
    ),
    # ---- what is missing ----
    "gap": Code(
        "entries are missing between the floor's last and the first that the cabinet still has",
        "name the folder of its archives in `[floor] archives` of the cabinet",
    ),
    "silent": Code("a cabinet has not been heard for too long", "look at its uplink, its network and its power"),
    "clock": Code("the clocks of a cabinet and the floor differ", "look at the time service of both"),
}

ASIDE = frozenset(
    {
        *("signature_bad", "other_cabinet", "batch_unreadable", "batch_version", "batch_too_large", "batch_order"),
        *("batch_chain", "entry_unreadable", "seal_bad", "books_differ", "other_life", "journal_of_two"),
        *("not_following", "two_journals", "fork", "restored"),
    }
)
"""What came with these is kept, to be looked at."""
ENDS_BY_ITSELF = frozenset({"silent", "clock", "gap", "jackpot_differs"})
"""Over when what they say is no longer so; all else stays until somebody has seen it."""
