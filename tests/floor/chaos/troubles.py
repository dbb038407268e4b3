"""What each row of the script does to a house, and how the house is set right again."""

import shutil
import signal
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from config.cabinet import read_cabinet
from controller.uplink.floor_word import check_against_floor
from controller.vault.faults import VaultFault
from controller.vault.journal.signing import public_of, read_key
from controller.vault.lifecycle.maintenance import restore
from tests.floor.chaos import proxy, watch
from tests.floor.chaos.house import CLOCK_SECONDS, SILENT_SECONDS
from tests.floor.chaos.script import BROKER, CABINETS, DATABASE, FLOOR, TROUBLES, Trouble
from tests.floor.floors import Cabinet

if TYPE_CHECKING:
    from tests.floor.chaos.run import Run

YEAR = 365 * 86_400
OFFSETS = (3600, -3600, 60, -60, 30 * YEAR, -25 * YEAR)
"""Seconds; the last are beyond what any certificate of the house says of its time."""
LEFT = (0, 4096, 40_000)
"""Bytes of a disk that is as good as full."""
ENDS_BY_FULL_DISK = (DATABASE, "player")
EVENTS = 40


def killed(run: "Run", trouble: Trouble) -> None:
    """And started again after a while."""
    run.house.stop(trouble.whom, signal.SIGKILL)
    run.wait(trouble.seconds)
    run.house.start(trouble.whom)


def ended(run: "Run", trouble: Trouble) -> None:
    """As its service is."""
    run.house.stop(trouble.whom, signal.SIGTERM)
    run.wait(trouble.seconds)
    run.house.start(trouble.whom)


def frozen(run: "Run", trouble: Trouble) -> None:
    """It does not know of it."""
    run.house.stop(trouble.whom, signal.SIGSTOP)
    run.wait(trouble.seconds)
    run.house.go_on(trouble.whom)


def on_the_link(mode: str, run: "Run", trouble: Trouble) -> None:
    """Cut, hung, slow or halved."""
    run.house.link(trouble.whom, mode)
    run.wait(trouble.seconds)
    run.house.link(trouble.whom, proxy.OPEN)


def disk_full(run: "Run", trouble: Trouble) -> None:
    """Whoever ends by it is started again when there is room."""
    house, disk = run.house, run.house.disks[trouble.whom]
    falls = [DATABASE] if trouble.whom == DATABASE else []
    falls += [f"player {trouble.whom}"] if trouble.whom in CABINETS else []
    for name in falls:
        house.may_end(name)
    disk.fill(LEFT[trouble.draw % len(LEFT)])
    run.wait(1 + trouble.seconds)
    disk.free()
    run.wait(0.5)
    if trouble.whom in CABINETS:
        house.rest(trouble.whom)  # only a player that goes on says that it does
    if trouble.whom == BROKER:  # its JetStream is off by then until it is started anew; some do not even end
        run.house.stop(BROKER, signal.SIGKILL)
        run.house.start(BROKER)
    for name in falls:
        run.until(partial(_lives_or_ended, run, trouble.whom, name), f"{name} goes on, or has ended")
        if house.ended(name):
            house.start(name)
        house.must_run(name)
    if trouble.whom in CABINETS:
        house.play(trouble.whom)


def _lives_or_ended(run: "Run", whom: str, name: str) -> bool:
    """What a full disk has ended may take long to be gone, on a busy machine: so whatever is there has to show life."""
    if run.house.ended(name):
        return True
    return watch.look(run.house) is not None if whom == DATABASE else run.house.rests(whom)


def store_copied(run: "Run", _: Trouble) -> None:
    """With all that was played until then."""
    run.rest()
    run.until_delivered()
    run.without_floor(run.house.copy_store)
    run.play()


def store_put_back(run: "Run", trouble: Trouble) -> None:
    """While cabinets have gone on; a floor on another machine than its database may not even have been ended."""
    run.words_count = False
    if run.house.setting.postgres and trouble.draw % 2:
        run.house.put_store_back()
    else:
        run.without_floor(run.house.put_store_back)
    run.rest()
    run.until_delivered()
    run.words_count = True
    run.play()


def clock_set(run: "Run", trouble: Trouble) -> None:
    """Far away, until somebody sets it right."""
    run.house.set_clock(trouble.whom, OFFSETS[trouble.draw % len(OFFSETS)])
    run.until_raised(trouble.passing)
    run.wait(trouble.seconds)
    run.house.set_clock(trouble.whom, 0)
    run.until_over(trouble.passing)


def silent(run: "Run", trouble: Trouble) -> None:
    """One that is frozen, ended or cut off for too long."""
    whom, how = trouble.whom, trouble.draw % 3
    if how == 0:
        run.house.stop(whom, signal.SIGSTOP)
    elif how == 1:
        run.house.stop(whom, signal.SIGTERM)
    else:
        run.house.link(whom, proxy.CUT)
    run.until_raised(trouble.passing)
    if how == 0:
        run.house.go_on(whom)
    elif how == 1:
        run.house.start(whom)
    else:
        run.house.link(whom, proxy.OPEN)
    run.until_over(trouble.passing)


def slept(run: "Run", _: Trouble) -> None:
    """The floor's machine, for longer than any cabinet may be silent or its clock be off: nobody else's fault."""
    run.house.stop(FLOOR, signal.SIGSTOP)
    run.wait(max(SILENT_SECONDS, CLOCK_SECONDS) + 2)
    run.house.go_on(FLOOR)
    run.wait(2)


# ---- pasts ----


def journal_put_back(run: "Run", trouble: Trouble) -> None:
    """An older copy; the cabinet is heard before anything is played on it."""
    cabinet = _put_back(run, trouble)
    run.house.start_uplink(cabinet)
    run.until_raised({(cabinet.name, "rolled_back")})
    cabinet.plays(trouble.draw, EVENTS)
    _accept(run, trouble, cabinet)
    run.play_at(cabinet.name)


def journal_put_back_and_played_on(run: "Run", trouble: Trouble) -> None:
    """Until it is longer than it was, before anybody hears of it."""
    cabinet = _put_back(run, trouble)
    _accept_longer(run, trouble, cabinet)
    run.play_at(cabinet.name)


def acceptance_forgotten(run: "Run", trouble: Trouble) -> None:
    """Another past is accepted, and then the store is put back to before it: it is found, and accepted, anew."""
    cabinet = _put_back(run, trouble, store_too=True)
    _accept_longer(run, trouble, cabinet)
    run.words_count = False
    run.without_floor(run.house.put_store_back)
    _accept(run, trouble, cabinet)
    run.play_at(cabinet.name)
    run.rest()
    run.until_delivered()
    run.words_count = True
    run.without_floor(run.house.copy_store)
    run.play()


def journal_restored_elsewhere(run: "Run", trouble: Trouble) -> None:
    """With another key from there on."""
    cabinet = _at_rest(run, trouble.whom)
    copied = run.house.folder / f"copied-{cabinet.name}"
    shutil.move(cabinet.journal, copied)
    restore(copied, cabinet.journal, "boris", cabinet.clock)
    shutil.rmtree(copied)
    cabinet.plays(trouble.draw, EVENTS)
    run.house.start_uplink(cabinet)
    _accept(run, trouble, cabinet, public_of(read_key(cabinet.journal / "signing.key")).hex())
    run.play_at(cabinet.name)


def _put_back(run: "Run", trouble: Trouble, store_too: bool = False) -> Cabinet:
    """Its uplink and its player are ended; the controller would not play on it. The store may be copied before that."""
    cabinet = _at_rest(run, trouble.whom)
    older = run.house.folder / f"older-{cabinet.name}"
    shutil.copytree(cabinet.journal, older)
    run.house.start_uplink(cabinet)
    cabinet.plays(trouble.draw + 1, 2 * EVENTS)
    run.until(lambda: run.house.delivered(cabinet), f"{cabinet.name} is delivered")
    run.house.stop(cabinet.name, signal.SIGTERM)
    if store_too:
        run.without_floor(run.house.copy_store)
    shutil.rmtree(cabinet.journal)
    shutil.move(older, cabinet.journal)
    settings = read_cabinet(cabinet.folder / "cabinet.toml").floor
    assert settings is not None
    try:
        check_against_floor(cabinet.journal, settings)
    except VaultFault:
        return cabinet
    raise AssertionError(f"a controller would play on an older copy at {cabinet.name}")


def _at_rest(run: "Run", name: str, uplink_too: bool = True) -> Cabinet:
    """All of it delivered, its player and uplink ended."""
    cabinet = run.house.cabinets[name]
    run.rest()
    run.until_delivered()
    for part in (f"player {name}", name) if uplink_too else (f"player {name}",):
        run.house.stop(part, signal.SIGTERM)
    return cabinet


def _accept_longer(run: "Run", trouble: Trouble, cabinet: Cabinet) -> None:
    had, draw = run.delivered_of(cabinet), trouble.draw + 2
    while cabinet.head()[0] <= had:
        cabinet.plays(draw, EVENTS)
        draw += 1
    run.house.start_uplink(cabinet)
    _accept(run, trouble, cabinet)


def _accept(run: "Run", trouble: Trouble, cabinet: Cabinet, key: str = "") -> None:
    """A person looks at it, as soon as the floor and the cabinet say so."""
    run.until_raised(trouble.kept)
    run.until(lambda: cabinet.status().get("trouble") == "quarantined", f"{cabinet.name} is told")
    words = ["accept", cabinet.journal_name(), "--by", "boris", *(["--key", key] if key else [])]
    run.until(lambda: run.house.says(*words) == 0, f"the other history of {cabinet.name} is accepted")
    run.until(lambda: run.house.delivered(cabinet), f"{cabinet.name} is delivered")


# ---- strangers ----


def journal_of_another(run: "Run", trouble: Trouble) -> None:
    """A copy of a neighbour's in the place of its own for a while, under an uplink that runs on."""
    cabinet = _at_rest(run, trouble.whom, uplink_too=False)
    neighbour = run.house.cabinets[CABINETS[CABINETS.index(trouble.whom) - 1]]
    own = run.house.folder / f"own-{cabinet.name}"
    shutil.move(cabinet.journal, own)
    shutil.copytree(neighbour.journal, cabinet.journal)
    run.until_raised(trouble.kept)
    shutil.rmtree(cabinet.journal)
    shutil.move(own, cabinet.journal)
    run.play_at(cabinet.name)


def key_revoked(run: "Run", trouble: Trouble) -> None:
    """And given back."""
    run.house.says("revoke", trouble.whom)
    run.until_raised(trouble.kept)
    run.house.says("cabinet", trouble.whom, run.house.cabinets[trouble.whom].public_key)


ACTS: dict[str, Callable[["Run", Trouble], None]] = {
    "killed": killed,
    "frozen": frozen,
    "ended": ended,
    "link cut": partial(on_the_link, proxy.CUT),
    "link hung": partial(on_the_link, proxy.HUNG),
    "link slow": partial(on_the_link, proxy.SLOWED),
    "link halved": partial(on_the_link, proxy.HALVED),
    "disk full": disk_full,
    "store copied": store_copied,
    "store put back": store_put_back,
    "clock set": clock_set,
    "silent": silent,
    "slept": slept,
    "journal put back": journal_put_back,
    "journal put back and played on": journal_put_back_and_played_on,
    "journal restored elsewhere": journal_restored_elsewhere,
    "acceptance forgotten": acceptance_forgotten,
    "journal of another": journal_of_another,
    "key revoked": key_revoked,
}
assert ACTS.keys() == TROUBLES.keys()
