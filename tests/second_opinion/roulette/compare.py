"""Plays random scripts on both engines and shows where they part.

python -m tests.second_opinion.roulette.compare 0:5000
"""

import json
import sys
from collections.abc import Iterable
from typing import Any

from controller.books import find_book, game_wanted
from controller.games.scripts import BadScript, read_json
from tests.second_opinion.roulette import engine
from tests.second_opinion.roulette.tables import random_script, spoiled_script

Json = dict[str, Any]
NO_SCRIPT: Json = {"steps": ["this is no script"]}


def partings(seeds: Iterable[int]) -> list[str]:
    """Every seed whose good or spoiled script the engines answer differently."""
    made = ((f"{make.__name__} {seed}", make(seed)) for seed in seeds for make in (random_script, spoiled_script))
    return [f"{name}: {json.dumps(script)}" for name, script in made if theirs(script) != ours(script)]


def theirs(script: Json) -> Json:
    """What the drawing says."""
    try:
        return engine.play(script)
    except engine.NotAScript:
        return NO_SCRIPT


def ours(script: Json) -> Json:
    """What the engine of the cabinet says, but for the sentences of refusals."""
    said = read_json(json.dumps(script).encode())
    game = game_wanted(said)
    if game.name != "roulette":  # the spoiled place was the name of the book
        return NO_SCRIPT
    try:
        played: Json = game.scripts().play(game.scripts().script(said), find_book)
    except BadScript:
        return NO_SCRIPT
    for refusal in (row for step in played["steps"] for row in step["refused"]):
        del refusal["reason"]
    return played


def main(words: list[str]) -> int:
    """Exit 1 where they part."""
    first, end = words[0].split(":") if words else ("0", "2000")
    found = partings(range(int(first), int(end)))
    print("\n".join(found[:5]) or f"both engines agree on the tables of seeds {first} to {end}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
