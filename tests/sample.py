"""Which tests `make test` runs: all that cost little, and of those that cost much a sample, drawn by a seed.

One commit draws the same every time and the next one others; `make test SEED=7` draws what seven draws, `make test-all`
leaves nothing out, and neither does pytest by itself.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

DEAR = (
    "tests/browser",
    "tests/cash/test_money_laws.py",
    "tests/certify/test_crew.py",
    "tests/certify/test_plan.py",
    "tests/certify/test_teeth.py",
    "tests/commands/test_boxcars.py",
    "tests/commands/test_demo_floor.py",
    "tests/commands/test_run.py",
    "tests/commands/test_vault_commands.py",
    "tests/craps/par/test_stake.py",
    "tests/craps/test_properties.py",
    "tests/documents/test_commands.py",
    "tests/drivers/bills/test_any_order.py",
    "tests/drivers/bills/test_cctalk.py",
    "tests/drivers/bills/test_id003.py",
    "tests/drivers/bills/test_notes_and_tickets.py",
    "tests/drivers/bills/test_orders.py",
    "tests/drivers/bills/test_power.py",
    "tests/drivers/cash/test_driver.py",
    "tests/drivers/cash/test_tools.py",
    "tests/drivers/dice/test_driver.py",
    "tests/drivers/dice/test_tools.py",
    "tests/drivers/panel/test_tools.py",
    "tests/drivers/printer/emulator/test_process.py",
    "tests/drivers/sas/test_driver.py",
    "tests/drivers/wheel/driver/test_driver.py",
    "tests/drivers/wheel/driver/test_exactly_once.py",
    "tests/drivers/wheel/driver/test_tools.py",
    "tests/faults/test_fuzz.py",
    "tests/faults/test_power.py",
    "tests/faults/test_simulated_cabinet.py",
    "tests/faults/test_soak.py",
    "tests/floor/test_backup.py",
    "tests/floor/test_broker.py",
    "tests/floor/test_cage.py",
    "tests/floor/test_chaos.py",
    "tests/floor/test_enrolling.py",
    "tests/floor/test_in_a_browser.py",
    "tests/floor/test_looks.py",
    "tests/floor/test_notices.py",
    "tests/floor/test_store.py",
    "tests/floor/test_ticket_exchange.py",
    "tests/floor/test_tickets_between_cabinets.py",
    "tests/floor/test_trouble.py",
    "tests/floor/test_witness.py",
    "tests/floor/test_workers.py",
    "tests/games/roulette/test_in_a_browser.py",
    "tests/games/roulette/test_killed.py",
    "tests/games/roulette/test_random_evenings.py",
    "tests/hil/test_bills_on_cctalk.py",
    "tests/hil/test_bills_on_id003.py",
    "tests/hil/test_dice.py",
    "tests/hil/test_drivers_of_seats.py",
    "tests/hil/test_panel.py",
    "tests/hil/test_tickets.py",
    "tests/hil/test_wheel.py",
    "tests/jackpots/test_in_a_house.py",
    "tests/jackpots/test_trouble.py",
    "tests/records/test_as_script.py",
    "tests/records/test_as_seen.py",
    "tests/records/test_fairness.py",
    "tests/records/test_metrics_server.py",
    "tests/release/test_engine.py",
    "tests/release/test_wheel.py",
    "tests/sas/test_hours.py",
    "tests/second_opinion/test_agreement.py",
    "tests/second_opinion/test_second_opinion.py",
    "tests/server/test_act_fields.py",
    "tests/server/test_attacks.py",
    "tests/server/test_cabinet.py",
    "tests/server/test_cash_cabinet.py",
    "tests/server/test_chance_in_play.py",
    "tests/server/test_edge.py",
    "tests/server/test_ending.py",
    "tests/server/test_evening.py",
    "tests/server/test_example_in_javascript.py",
    "tests/server/test_example_terminal.py",
    "tests/server/test_keys.py",
    "tests/server/test_known_past.py",
    "tests/server/test_law_17.py",
    "tests/server/test_panel_cabinet.py",
    "tests/server/test_pressure.py",
    "tests/server/test_records.py",
    "tests/server/test_stopping.py",
    "tests/server/test_way_in_under_attack.py",
    "tests/server/test_wire_offer.py",
    "tests/service/test_console.py",
    "tests/table/test_properties.py",
    "tests/table/test_scenario_agrees.py",
    "tests/terminals/test_languages_in_play.py",
    "tests/terminals/test_taken_over.py",
    "tests/toy/test_in_a_browser.py",
    "tests/toy/test_simulated.py",
    "tests/vault/test_anew.py",
    "tests/vault/test_archive_steps.py",
    "tests/vault/test_crash.py",
    "tests/vault/test_disk.py",
    "tests/vault/test_gate.py",
    "tests/vault/test_history.py",
    "tests/vault/test_legs.py",
    "tests/vault/test_meters.py",
    "tests/vault/test_power.py",
    "tests/vault/test_whole_vaults.py",
)
"""Files and folders whose tests start processes, wait for devices or think for long."""
SELDOM = (
    "tests/certify/test_crew.py",
    "tests/commands/test_demo_floor.py",
    "tests/commands/test_run.py",
    "tests/compliance/test_turned_off.py",
    "tests/drivers/dice/test_tools.py",
    "tests/drivers/panel/test_tools.py",
    "tests/drivers/wheel/driver/test_tools.py",
    "tests/faults/cuts/test_cuts.py",
    "tests/faults/cuts/test_planted_sas.py",
    "tests/faults/test_power.py",
    "tests/floor/test_chaos.py",
    "tests/games/roulette/test_killed.py",
    "tests/hil/test_bills_on_cctalk.py",
    "tests/hil/test_bills_on_id003.py",
    "tests/hil/test_dice.py",
    "tests/hil/test_drivers_of_seats.py",
    "tests/hil/test_tickets.py",
    "tests/hil/test_wheel.py",
    "tests/jackpots/test_trouble.py",
    "tests/records/test_as_seen.py",
    "tests/release/test_engine.py",
    "tests/server/test_evening.py",
    "tests/toy/test_simulated.py",
    "tests/vault/test_archive_steps.py",
    "tests/vault/test_crash.py",
    "tests/vault/test_forged.py",
)
"""Files of which one test costs nearly as much as many: a compiler, a house of processes, a bench of devices. Of these
files themselves one in eight is drawn."""
SELDOM_SHARE = 8
IN_A_SAMPLE = 3
"""Languages in which a page is looked at, where only a sample runs."""
SEED = "BOXCARS_SAMPLE"
"""Under which name a run's seed stands in its environment."""
ONE_IN: Mapping[str, int] = dict.fromkeys(DEAR, 8) | {"tests/faults/test_simulated_cabinet.py": 12}
"""Of the tests in a file or folder, by the longest path that fits: one in so many. What is not named runs whole."""


def drawn(tests: Iterable[str], seed: str) -> set[str]:
    """Of these tests, named as pytest names them, those that run: of a folder whole files, as each starts a machine;
    of a file some tests, and of a test with many cases some of these. Of each row one or more."""
    chosen: set[str] = set()
    tests = list(tests)
    seldom = {_file(test) for test in tests} & set(SELDOM)
    passed_over = seldom - _some(sorted(seldom), SELDOM_SHARE, seed)
    for row, of_row in _by((test for test in tests if _file(test) not in passed_over), _row).items():
        if not row:
            chosen |= set(of_row)
        elif row.endswith(".py"):
            chosen |= _of_a_file(of_row, ONE_IN[row], seed)
        else:
            files = _some(sorted({_file(test) for test in of_row}), ONE_IN[row], seed)
            chosen |= {test for test in of_row if _file(test) in files}
    return chosen


def looked_at(languages: Sequence[str], seed: str | None) -> tuple[str, ...]:
    """In which languages the pages are looked at: in each; in a sample in the first and in two others, so that one
    language more costs no more."""
    if seed is None:
        return tuple(languages)
    others = sorted(languages[1:], key=lambda code: sha256(f"{seed} {code}".encode()).digest())
    return (*languages[:1], *others[: IN_A_SAMPLE - 1])


def spread(tests: Sequence[str], workers: int) -> list[str]:
    """In the order in which workers that are handed a stretch of it each begin with what takes longest, file by file:
    whoever is done early takes over from the end of another's stretch, and nobody waits for one long test at last."""
    long = _by((test for test in tests if _file(test) in SELDOM), _file)
    short = [test for test in tests if _file(test) not in SELDOM]
    even, order = -(-len(tests) // workers), list[str]()
    for worker in range(workers):
        first = [test for of_file in list(long.values())[worker::workers] for test in of_file]
        rest = max(0, even - len(first))
        order += first + short[:rest]
        short = short[rest:]
    return order + short


def _of_a_file(tests: Sequence[str], share: int, seed: str) -> set[str]:
    chosen: set[str] = set()
    seldom: list[str] = []
    for cases in _by(tests, lambda test: test.partition("[")[0]).values():
        if len(cases) < share:
            seldom += cases
        else:
            chosen |= _some(cases, share, seed)
    return chosen | _some(seldom, share, seed)


def _by(tests: Iterable[str], named: Callable[[str], str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for test in tests:
        groups[named(test)].append(test)
    return groups


def _file(test: str) -> str:
    return test.partition("::")[0]


def _row(test: str) -> str:
    path = Path(_file(test))
    return next((str(name) for name in (path, *path.parents) if str(name) in ONE_IN), "")


def _some(tests: Sequence[str], share: int, seed: str) -> set[str]:
    """One in so many, rounded up."""
    shuffled = sorted(tests, key=lambda test: sha256(f"{seed} {test}".encode()).digest())
    return set(shuffled[: -(-len(tests) // share)])
