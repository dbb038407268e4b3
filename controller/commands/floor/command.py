"""`boxcars floor`: runs a floor, makes one, and says who may speak and which history counts."""

import argparse
import asyncio
from pathlib import Path

from config.files.reading import BadFile
from config.floor import Floor, read_floor
from config.process.logs import set_up_logging
from controller.commands import fail
from controller.commands.floor.cage_acts import add_acts
from controller.floor.store.database import FloorStoreFailure


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("--config", type=Path, required=True, metavar="FILE", help="the settings of this floor")
    acts = parser.add_subparsers(dest="act", metavar="ACT")
    acts.add_parser("init", help="make the floor's key and certificate; cabinets are given the certificate")
    adding = acts.add_parser("cabinet", help="let a cabinet speak, with the key that its `boxcars uplink key` shows")
    adding.add_argument("name")
    adding.add_argument("key", help="64 hexadecimal digits")
    acts.add_parser("revoke", help="a cabinet is out with its next message").add_argument("name")
    person = acts.add_parser("person", help="who may look at the page; the password is read from standard input")
    person.add_argument("name")
    person.add_argument("--role", required=True, choices=("viewer", "cashier", "auditor", "supervisor"))
    acts.add_parser("nats", help="the settings of the broker in front, for nats-server: who may speak on what")
    acts.add_parser("notices", help="send a trial to every address that the rules of `[notices]` name")
    acts.add_parser("alarms", help="what nobody has looked at")
    seen = acts.add_parser("seen", help="somebody has looked at an alarm")
    seen.add_argument("number", type=int)
    accepting = acts.add_parser("accept", help="follow the other history of a journal, which waits")
    accepting.add_argument("journal")
    accepting.add_argument("--key", help="the public key that it is signed with from there on")
    enrolling = acts.add_parser("enrol", help="take in a journal whose beginning this floor has not seen")
    enrolling.add_argument("file", type=Path, help="what `boxcars uplink enrolment` said on the cabinet")
    handing = acts.add_parser("hand-in", help="the archives of a journal that was enrolled, from its first entry on")
    handing.add_argument("files", nargs="+", type=Path, metavar="ARCHIVE")
    acts.add_parser("segments", help="put all of the raw chain into files, as before a backup")
    forgetting = acts.add_parser("forget", help="give up the tables' rows of older days; the raw chain stays")
    forgetting.add_argument("before", help="the first day that is kept, as 2026-05-31")
    acts.add_parser("jackpots", help="every pot with its meters, and what was won last")
    add_acts(acts)
    rebuilding = acts.add_parser(
        "rebuild", help="decide of tickets again, after the store was put back to an older copy"
    )
    rebuilding.add_argument("--without", nargs="*", default=[], metavar="CABINET", help="who cannot report any more")
    for act in (rebuilding, person, seen, accepting, enrolling, handing, forgetting):
        act.add_argument("--by", required=True, metavar="NAME", help="who decides this")
    proving = acts.add_parser("verify", help="prove the store, and journals against it, entry by entry")
    proving.add_argument("journals", nargs="*", type=Path, metavar="JOURNAL", help="vaults or archives to compare")


def run(options: argparse.Namespace) -> int:
    """Do the act; without one, be the floor."""
    from controller.commands.floor import deciding
    from controller.floor.keys import add_cabinet, make_keys, revoke_cabinet

    try:
        floor = read_floor(options.config)
        match options.act:
            case None:
                return _serve(floor)
            case "init":
                make_keys(Path(floor.keys), floor.name)
                print(Path(floor.keys) / "floor.crt")
            case "cabinet":
                add_cabinet(Path(floor.keys), options.name, options.key)
            case "revoke":
                if not revoke_cabinet(Path(floor.keys), options.name):
                    return fail(f"{options.name}: has no key here")
            case "nats":
                return _show_broker(floor)
            case "notices":
                return _try_notices(floor)
            case _:
                return asyncio.run(deciding.decide_by(floor, options))
    except (BadFile, FloorStoreFailure, deciding.NotDecided) as error:
        return fail(str(error))
    return 0


def _show_broker(floor: Floor) -> int:
    """Anew after every cabinet that comes or goes; the broker then reads it again."""
    from controller.floor.keys import floor_key, key_of_cabinet, known_cabinets, make_broker_keys
    from controller.floor.uplinks.broker import settings_of_broker
    from controller.vault.journal.signing import public_of

    if floor.nats is None:
        return fail("floor.toml has no `[nats]`")
    keys = Path(floor.keys)
    make_broker_keys(keys)
    found = {name: key_of_cabinet(keys, name) for name in known_cabinets(keys) if "." not in name}
    cabinets = {name: key for name, key in found.items() if key is not None}
    print(settings_of_broker(keys, floor.nats.listen, floor.nats.store, public_of(floor_key(keys)), cabinets), end="")
    return 0


def _try_notices(floor: Floor) -> int:
    """A letter for each rule, and whether the mail server took it."""
    from controller.floor.notices.due import check_rules
    from controller.floor.notices.letters import trial
    from controller.floor.notices.post import NotSent, send

    if floor.notices is None:
        return fail("floor.toml has no `[notices]`")
    check_rules(floor.notices.rules)
    for rule in floor.notices.rules:
        message = trial(rule.to, floor.notices, floor.name, floor.life)
        try:
            send(floor.notices.smtp, message)
        except NotSent as error:
            return fail(str(error))
        print(f"sent to {message['To']}")
    return 0


def _serve(floor: Floor) -> int:
    from controller.floor.notices.due import check_rules
    from controller.floor.process import run as be_floor
    from controller.floor.uplinks.workers import WorkerEnded, Workers

    if floor.notices is not None:
        check_rules(floor.notices.rules)
    set_up_logging("floor")
    try:
        asyncio.run(be_floor(floor, Workers(floor)))
    except OSError as error:
        fail(f"the floor cannot start: {error}")
        return 1
    except WorkerEnded:
        fail("a worker of the floor has ended by itself; its log says why")
        return 1
    return 0
