"""Compares the forbidden squares of renju that two Gomocup engines report
(YXSHOWFORBID) in random positions, and prints how many of them are equal.

    python3 docs/scripts/forbidden.py noughts "./pbrain-rapfi" --positions 10000
"""

import argparse
import random
import shlex
import subprocess
import threading

SIZE = 15
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


# The seconds in which an engine must answer.
PATIENCE = 60


class Engine:
    def __init__(self, command):
        self.command = command
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except OSError as error:
            raise SystemExit(f"{command}: {error}")
        self.ask("OK", "INFO rule 4", f"START {SIZE}")

    def ask(self, start, *lines):
        """The first answer that begins with this word; messages before it are skipped."""
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines))
            self.process.stdin.flush()
            for line in self.process.stdout:
                if line.startswith(start):
                    return line.strip()
                if line.startswith(("ERROR", "UNKNOWN")):
                    raise SystemExit(f"{self.command}: {line.strip()}, after {lines[-1]}")
        except OSError:
            pass
        finally:
            timer.cancel()
        raise SystemExit(f"{self.command}: no answer to {lines[-1]}")

    def forbidden(self, stones):
        board = [f"{x},{y},{side}" for (x, y), side in stones.items()]
        answer = self.ask("FORBID", "YXBOARD", *board, "DONE", "YXSHOWFORBID")
        digits = answer[6:].strip().rstrip(".")
        if len(digits) % 4 or not (digits + "0").isdecimal():
            raise SystemExit(f"{self.command}: {answer}")
        pairs = [digits[i : i + 4] for i in range(0, len(digits), 4)]
        return {(int(pair[:2]), int(pair[2:])) for pair in pairs}


def has_five(stones):
    """Whether one side has five in a row, so that the game is over."""
    return any(
        all(stones.get((x + i * dx, y + i * dy)) == side for i in range(5))
        for (x, y), side in stones.items()
        for dx, dy in STEPS
    )


def position(dice):
    """As many stones of X (1) as of O (2), close together, so that rows arise."""
    while True:
        first = dice.randrange(7), dice.randrange(7)
        squares = [(first[0] + x, first[1] + y) for x in range(9) for y in range(9)]
        chosen = dice.sample(squares, 2 * dice.randint(8, 18))
        stones = {square: 1 + i % 2 for i, square in enumerate(chosen)}
        if not has_five(stones):
            return stones


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("engines", nargs=2, help="the commands of the engines")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.positions < 1:
        parser.error("--positions must be at least 1")
    engines = [Engine(command) for command in arguments.engines]
    dice = random.Random(arguments.seed)
    squares = forbidden = different = 0
    for _ in range(arguments.positions):
        stones = position(dice)
        [one, other] = [engine.forbidden(stones) for engine in engines]
        squares += SIZE * SIZE - len(stones)
        forbidden += len(one)
        if one != other:
            different += 1
            print(f"different: {sorted(one ^ other)} in {stones}")
    print(f"{arguments.positions} positions, {squares} empty squares, {forbidden} forbidden, "
          f"{different} positions differ")
    raise SystemExit(different > 0)


if __name__ == "__main__":
    main()
