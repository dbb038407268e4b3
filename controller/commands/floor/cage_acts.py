"""What may be said at the cage's console; what it does is in `cage`, which is read only where it is wanted."""

import argparse

ACTS = ("ticket", "pay", "settle", "expire", "liability")


def add_acts(acts: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The words of the command line."""
    looking = acts.add_parser("ticket", help="how a ticket stands")
    paying = acts.add_parser("pay", help="a ticket is paid at the cage; its paper is kept there")
    settling = acts.add_parser("settle", help="two persons have looked where the paper of a locked ticket is")
    for act in (looking, paying, settling):
        act.add_argument("number", help="its eighteen digits")
    settling.add_argument("state", choices=("redeemed", "issued"), help="it lies in the stacker, or the player has it")
    for act in (paying, settling):
        act.add_argument(
            "--with", dest="beside", default="", metavar="NAME", help="the second person, whose password is asked"
        )
    expiring = acts.add_parser("expire", help="tickets that are valid no more are the house's")
    owed = acts.add_parser("liability", help="what is owed on open tickets, by age, as CSV")
    for act in (looking, paying, settling, expiring, owed):
        act.add_argument("--by", required=True, metavar="NAME", help="who does this")
