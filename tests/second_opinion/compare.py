"""Plays random tables on the second opinion and on another engine, and shows where they part.

    python -m tests.second_opinion.compare --runner "boxcars scenario --json" --seeds 0:2000

The runner gets many script files at once and prints one JSON document per file, in order. The first
differences are printed with their seed and the shortest script that shows them. Exit 1 if there are any, 2
when the runner does not play a script.
"""

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tests.second_opinion.engine import play
from tests.second_opinion.tables import random_script

Json = dict[str, Any]
T = TypeVar("T")

ABSENT = "(absent)"


class RunnerError(Exception):
    """The other engine did not answer every script."""


@dataclass(frozen=True)
class Difference:
    """One place where the documents part; step 0 is the document itself."""

    step: int
    path: str
    mine: Any
    theirs: Any

    def __str__(self) -> str:
        mine, theirs = (json.dumps(value, sort_keys=True) for value in (self.mine, self.theirs))
        return f"step {self.step} {self.path}: mine {mine}, theirs {theirs}"


# --- two documents ------------------------------------------------------------------------


def differences(mine: Json, theirs: Json) -> list[Difference]:
    """Every difference that means something, in the order of the steps."""
    found = [
        Difference(0, name, mine.get(name, ABSENT), theirs.get(name, ABSENT))
        for name in sorted((mine.keys() | theirs.keys()) - {"steps"})
        if mine.get(name, ABSENT) != theirs.get(name, ABSENT)
    ]
    my_steps, their_steps = mine["steps"], theirs.get("steps", [])
    for number, (one, other) in enumerate(zip(my_steps, their_steps, strict=False), 1):
        found += [
            Difference(number, *parting) for parting in partings(without_wording(one), without_wording(other), "")
        ]
    if len(my_steps) != len(their_steps):
        shorter = min(len(my_steps), len(their_steps))
        found.append(Difference(shorter + 1, "steps", len(my_steps), len(their_steps)))
    return found


def without_wording(step: Json) -> Json:
    """Drops what two honest engines may say differently: codes, reasons, and the order of rows."""
    plain = dict(step)
    if "refused" in plain:
        plain["refused"] = sorted(row["action"] for row in plain["refused"])
    if "refused_settings" in plain:
        plain["refused_settings"] = "given"
    for name in ("returned", "settled"):
        if name in plain:
            plain[name] = rows_by_spot(plain[name])
    return plain


def rows_by_spot(rows: list[Json]) -> Json:
    """Rows under their seat and bet; a spot that is named twice has two rows."""
    spots: Json = {}
    for row in sorted(rows, key=canonical):
        name = f"seat {row.get('seat')} {row.get('bet')}"
        spots[name if name not in spots else f"{name} again"] = row
    return spots


def partings(mine: object, theirs: object, path: str) -> Iterator[tuple[str, object, object]]:
    """Paths at which two values differ."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in sorted(mine.keys() | theirs.keys()):
            yield from partings(mine.get(key, ABSENT), theirs.get(key, ABSENT), f"{path}.{key}".lstrip("."))
    elif canonical(mine) != canonical(theirs):
        yield path, mine, theirs


def canonical(value: object) -> str:
    """JSON text, in which true is not 1."""
    return json.dumps(value, sort_keys=True)


# --- the other engine ---------------------------------------------------------------------


def run(runner: Sequence[str], scripts: Sequence[Json]) -> list[Json]:
    """The other engine's documents, one for each script."""
    with tempfile.TemporaryDirectory(prefix="second_opinion_") as folder:
        files = []
        for index, script in enumerate(scripts):
            file = Path(folder) / f"{index:05}.json"
            file.write_text(json.dumps(script), encoding="utf-8")
            files.append(str(file))
        done = subprocess.run([*runner, *files], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunnerError(f"the runner ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
    answers = list(documents(done.stdout))
    if len(answers) != len(scripts):
        raise RunnerError(f"the runner printed {len(answers)} documents for {len(scripts)} scripts")
    return answers


def documents(text: str) -> Iterator[Json]:
    """JSON documents one after another; a single one may be spread over several lines."""
    decoder = json.JSONDecoder()
    text = text.strip()
    while text:
        document, end = decoder.raw_decode(text)
        yield document
        text = text[end:].lstrip()


# --- the shortest script ------------------------------------------------------------------


def shortest(runner: Sequence[str], script: Json, found: Difference) -> Json:
    """The steps up to the difference, without the steps and actions that it does not need."""

    def with_steps(steps: list[Json]) -> Json:
        return script | {"steps": steps}

    def with_actions(kept: list[tuple[int, Json]]) -> Json:
        return with_steps(
            [
                step | {"actions": [action for place, action in kept if place == index]}
                for index, step in enumerate(steps)
            ]
        )

    def shows(scripts: list[Json]) -> list[bool]:
        return [found.path in parts for parts in paths(runner, scripts)]

    steps = thinned(script["steps"][: max(found.step, 1)], lambda tries: shows([with_steps(t) for t in tries]))
    actions = [(index, action) for index, step in enumerate(steps) for action in step.get("actions", [])]
    return with_actions(thinned(actions, lambda tries: shows([with_actions(t) for t in tries])))


def thinned(items: list[T], shows: Callable[[list[list[T]]], list[bool]]) -> list[T]:
    """Leaves out ever smaller runs of items while what remains still shows the difference."""
    size = len(items)
    while size:
        tries = [items[:first] + items[first + size :] for first in range(0, len(items), size)]
        kept = [one for one, shown in zip(tries, shows(tries), strict=True) if shown]
        if kept:
            items = kept[0]
            size = min(size, len(items))
        else:
            size //= 2
    return items


def paths(runner: Sequence[str], scripts: Sequence[Json]) -> list[set[str]]:
    """Where each script's documents part; nowhere for one that is no longer valid after thinning."""
    try:
        answers = run(runner, scripts)
    except RunnerError:
        if len(scripts) == 1:
            return [set()]
        return [parts for script in scripts for parts in paths(runner, [script])]
    return [
        {difference.path for difference in differences(play(script), answer)}
        for script, answer in zip(scripts, answers, strict=True)
    ]


# --- command line -------------------------------------------------------------------------


def compare(runner: Sequence[str], seeds: range, batch: int, show: int) -> int:
    """Compares seed after seed until enough differing tables are shown; returns the exit code."""
    shown = 0
    for start in range(seeds.start, seeds.stop, batch):
        chosen = range(start, min(start + batch, seeds.stop))
        scripts = [random_script(seed) for seed in chosen]
        for seed, script, theirs in zip(chosen, scripts, run_seeds(runner, chosen, scripts), strict=True):
            found = differences(play(script), theirs)
            if found:
                show_difference(runner, seed, script, found)
                shown += 1
            if shown >= show:
                print(f"stopped after {shown} differing tables, at seed {seed}")
                return 1
    print(f"{len(seeds)} tables compared, {shown} differ")
    return 1 if shown else 0


def run_seeds(runner: Sequence[str], seeds: range, scripts: Sequence[Json]) -> list[Json]:
    """One call for all; when it fails, one call each, so that the failure names its seed."""
    try:
        return run(runner, scripts)
    except RunnerError:
        return [run_seed(runner, seed, script) for seed, script in zip(seeds, scripts, strict=True)]


def run_seed(runner: Sequence[str], seed: int, script: Json) -> Json:
    try:
        return run(runner, [script])[0]
    except RunnerError as failure:
        raise RunnerError(f"seed {seed}: {failure}") from failure


def show_difference(runner: Sequence[str], seed: int, script: Json, found: list[Difference]) -> None:
    first_step = [difference for difference in found if difference.step == found[0].step]
    print(f"seed {seed}: {len(found)} differences, the first in step {found[0].step}")
    for difference in first_step[:8]:
        print(f"  {difference}")
    short = shortest(runner, script, found[0])
    print(f"  shortest script: {json.dumps(short)}")
    for difference in differences(play(short), run(runner, [short])[0])[:8]:
        print(f"  there: {difference}")
    print(flush=True)


def seed_range(text: str) -> range:
    first, _, last = text.partition(":")
    return range(int(first), int(last))


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares another craps engine with the second opinion.")
    parser.add_argument("--runner", required=True, help='command that plays script files, "CMD ARGS"')
    parser.add_argument("--seeds", required=True, type=seed_range, help="A:B, the end not included")
    parser.add_argument("--batch", type=int, default=200, help="scripts in one call of the runner")
    parser.add_argument("--show", type=int, default=5, help="differing tables to show before stopping")
    chosen = parser.parse_args()
    try:
        return compare(shlex.split(chosen.runner), chosen.seeds, chosen.batch, chosen.show)
    except RunnerError as failure:
        print(failure, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
