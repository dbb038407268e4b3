"""How a win is celebrated: by its size in credits and in stakes, never for a net loss."""

from pathlib import Path

from tests.terminals.pure_pages import run_in_node

WINS = {
    "a net loss": (-500, 1000, 0),
    "nothing won": (0, 1000, 0),
    "a pass line": (500, 500, 1),
    "the least bet on a hop: many times its stake, and little": (1500, 500, 2),
    "a hop of one unit": (400, 100, 1),
    "fifteen times a stake that counts": (7500, 500, 3),
    "much, at a high stake": (50_000, 50_000, 2),
    "very much, at a higher stake": (500_000, 500_000, 3),
    "a hot shooter of 22,500 dollars": (2_250_000, 75_000, 3),
}
LEAST = 100


def test_a_win_is_celebrated_by_its_size_and_a_net_loss_never(tmp_path: Path) -> None:
    script = """import { sizeOf } from "./player/page/over/size.js";
      const answer = data.map(([net, staked]) => sizeOf(net, staked, LEAST).step);""".replace("LEAST", str(LEAST))
    found = run_in_node(tmp_path, ["player/page/over/size.js"], script, [win[:2] for win in WINS.values()])
    assert dict(zip(WINS, found, strict=True)) == {name: step for name, (_, _, step) in WINS.items()}
