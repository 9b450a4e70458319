"""Compares the values of a search with the results of its games: reads journals, and
prints for classes of centipoints how much the side that led scored, and the scale s
with which 1 / (1 + exp(-v / s)) fits the results best (least squares).

    docs/scripts/chances.sh
"""

import json
import math
import sys


def samples(path):
    """Yields the centipoints and the score of the side to move for each estimate."""
    for line in open(path, encoding="utf-8"):
        game = json.loads(line)
        if game.get("type") != "game" or game["result"] not in ("x", "o", "draw"):
            continue
        first = len(game["opening"].split())
        for ply, played in enumerate(game["plies"], first):
            if "cp" not in played:
                continue
            of_x = {"x": 1.0, "o": 0.0, "draw": 0.5}[game["result"]]
            yield played["cp"], of_x if ply % 2 == 0 else 1 - of_x


def curve(value, scale):
    return 0.5 + math.tanh(value / scale / 2) / 2


def error(data, scale):
    return sum((curve(value, scale) - score) ** 2 for value, score in data) / len(data)


for path in sys.argv[1:]:
    data = [(value, score) for value, score in samples(path) if abs(value) < 19000]
    best = min((10 * 1.05**i for i in range(130)), key=lambda scale: error(data, scale))
    print(f"{path}: {len(data)} values, scale {best:.0f}, error {error(data, best):.4f}")
    classes = {}
    for value, score in data:
        size = next((top for top in (10, 30, 60, 100, 150, 250, 400, 700, 1500) if abs(value) < top), 19000)
        classes.setdefault(size, []).append((abs(value), score if value >= 0 else 1 - score))
    for top, rows in sorted(classes.items()):
        mean = sum(value for value, _ in rows) / len(rows)
        scored = sum(score for _, score in rows) / len(rows)
        print(f"  below {top}: mean {mean:.0f}, {len(rows)} values, scored {scored:.3f}, curve {curve(mean, best):.3f}")
