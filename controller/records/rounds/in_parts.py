"""A round of a large table, too long for one answer, told in several: what lay there and what each seat had, seat by
seat, then line by line what happened.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

Round = Mapping[str, Any]


def in_parts(told: Round, first: int, most: int) -> dict[str, Any]:
    """So many bytes of the round from this part on; `cut` is the part that comes next, where there is one."""
    answer: dict[str, Any] = {
        name: value for name, value in told.items() if name not in ("layout", "seats", "happened")
    }
    answer |= {"layout": {}, "seats": {}, "happened": []}
    size = len(json.dumps(answer))
    for number, (where, name, part) in enumerate(_parts(told)):
        if number < first:
            continue
        size += len(json.dumps(part)) + len(name) + 8
        if size > most and number > first:
            return {**answer, "cut": number}
        if where == "happened":
            answer[where].append(part)
        else:
            answer[where][name] = part
    return answer


def _parts(told: Round) -> Iterator[tuple[str, str, Any]]:
    for where in ("layout", "seats"):
        for seat, part in told[where].items():
            yield where, seat, part
    for line in told["happened"]:
        yield "happened", "", line
