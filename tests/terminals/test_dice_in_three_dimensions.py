"""The dice of the screens: real dice, which show nothing that the dome has not shown. What they do is a function of
time, and is looked at here moment by moment."""

from pathlib import Path
from typing import Any

import pytest

from tests.terminals.pure_pages import run_in_node
from tools.sound.palette import HITS

DICE = "common/page/dice"
MODULES = [f"{DICE}/{name}.js" for name in ("turning", "motion", "known")]
IMPORTS = f"""
import * as turning from "./{DICE}/turning.js";
import * as motion from "./{DICE}/motion.js";
import {{ diceOf }} from "./{DICE}/known.js";
const pairs = [1, 2, 3, 4, 5, 6].flatMap((a) => [1, 2, 3, 4, 5, 6].map((b) => [a, b]));
"""


def run(place: Path, script: str, data: Any = None) -> Any:
    return run_in_node(place, MODULES, IMPORTS + script, data)


def test_opposite_faces_make_seven_and_one_two_three_run_anticlockwise(tmp_path: Path) -> None:
    normals = {int(face): normal for face, normal in run(tmp_path, "const answer = turning.NORMALS;").items()}
    for face, normal in normals.items():
        assert [-one for one in normal] == normals[7 - face]
    (a, b, c), (x, y, z), three = normals[1], normals[2], normals[3]
    assert [b * z - c * y, c * x - a * z, a * y - b * x] == three, "1 × 2 = 3: right-handed"


def test_every_pair_lies_level_on_the_table_with_its_faces_on_top(tmp_path: Path) -> None:
    script = """const answer = pairs.flatMap((faces) => [0, 5, 99, 4711].map((seed) => motion.resting(faces, seed)
      .map(({ q, at, blur }) => ({ ...turning.onTop(q), high: at[1], blur }))));"""
    found = run(tmp_path, script)
    wanted = [[a, b] for a in range(1, 7) for b in range(1, 7) for _ in range(4)]
    assert [[die["face"] for die in pair] for pair in found] == wanted
    for die in (die for pair in found for die in pair):
        assert die["level"] == pytest.approx(1)
        assert die["high"] == pytest.approx(1)
        assert die["blur"] == 0


def test_a_roll_lies_alike_on_every_screen_and_after_a_reload(tmp_path: Path) -> None:
    script = "const answer = [motion.resting([2, 5], 40), motion.resting([2, 5], 40), motion.resting([2, 5], 41)];"
    one, again, other = run(tmp_path, script)
    assert one == again != other


def test_nothing_can_be_read_on_dice_in_the_air(tmp_path: Path) -> None:
    script = """const answer = [];
      for (let seed = 1; seed < 20; seed++) for (let ms = 0; ms < 12000; ms += 160)
        answer.push(motion.shaking(ms, seed).map((die) => [die.blur, die.at[1], die.at[0]]));"""
    for left, right in run(tmp_path, script):
        assert left[0] == right[0] == 1
        assert min(left[1], right[1]) >= 0.999, "no die goes through the table"
        assert right[2] - left[2] > 2, "nor one through the other"


def test_dice_that_fall_can_be_read_only_with_the_true_face_on_top_and_end_as_they_lie(tmp_path: Path) -> None:
    script = """const answer = { false: 0, unread: 0, jumps: 0, ends: 0 };
      for (const faces of pairs) for (const [seed, shaken] of [[1, 333], [2, 1234], [3, 987]]) {
        const from = motion.shaking(shaken, seed), course = motion.landing(from, faces, seed);
        let before = from;
        for (let ms = 0; ms <= motion.LANDS_MS; ms += 5) {
          const now = course(ms);
          now.forEach((die, n) => {
            if (die.blur < 1 && turning.onTop(die.q).face !== faces[n]) answer.false++;
            const moved = Math.hypot(...die.at.map((one, axis) => one - before[n].at[axis]));
            if (moved > 0.17) answer.jumps++;
          });
          before = now;
        }
        if (JSON.stringify(course(motion.LANDS_MS)) === JSON.stringify(motion.resting(faces, seed))) answer.ends++;
      }"""
    found = run(tmp_path, script)
    assert found["false"] == 0
    assert found["jumps"] == 0
    assert found["ends"] == 36 * 3


def test_they_are_heard_when_they_touch_the_table(tmp_path: Path) -> None:
    script = "const answer = motion.BOUNCES.map(({ until }) => (until * motion.LANDS_MS) / 1000);"
    assert run(tmp_path, script) == pytest.approx(HITS, abs=0.001)


PAST = [{"faces": [6, 5], "did": ""}]
SETTLED = {"round": 7, "how": "settled", "reason": "", "faces": [6, 5]}
TABLES: dict[str, tuple[dict[str, Any], tuple[str, list[int] | None]]] = {
    "a page that comes late": ({"phase": "betting", "past": PAST, "last": SETTLED}, ("rest", [6, 5])),
    "a controller that has just started": ({"phase": "betting", "past": PAST, "last": None}, ("rest", [6, 5])),
    "nobody has rolled": ({"phase": "idle", "past": [], "last": None}, ("none", None)),
    "while they roll": ({"phase": "rolling", "past": PAST, "last": SETTLED}, ("air", None)),
    "a roll that did not count": ({"phase": "rolling", "past": PAST, "last": SETTLED, "no_rolls": 2}, ("air", None)),
    "held in mid-roll": ({"phase": "rolling", "past": PAST, "holds": {"lid": ""}}, ("still", None)),
    "a restart in mid-roll": ({"phase": "recovery", "past": PAST, "last": None}, ("none", None)),
    "players are asked after it": ({"phase": "asking", "past": PAST, "last": None}, ("none", None)),
    "a void": ({"phase": "betting", "past": PAST, "last": SETTLED | {"how": "void", "faces": None}}, ("none", None)),
    "another game": ({"phase": "betting", "past": PAST, "last": SETTLED, "game": {"name": "x"}}, ("none", None)),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_screen_shows_no_faces_but_those_of_a_roll_that_counted(name: str, tmp_path: Path) -> None:
    table, wanted = TABLES[name]
    found = run(tmp_path, "const answer = diceOf(data);", {"holds": {}, **table})
    assert (found["how"], found["faces"]) == wanted
