"""Runs the Python of a page: its blocks one after the other, in one program.

usage: documents.py PAGE [--without MODULE]
"""

import re
import sys
from pathlib import Path


def main():
    page = sys.argv[1]
    without = sys.argv[3] if sys.argv[2:3] == ["--without"] else None
    blocks = re.findall(r"```python\n(.*?)```", Path(page).read_text(), re.S)
    names = {"__name__": "page"}
    run = 0
    for block in blocks:
        if without == "open_spiel" and "pyspiel" in block:
            continue
        exec(compile(block, f"{page}, block {run + 1}", "exec"), names)
        run += 1
    assert run >= 5, f"only {run} blocks of Python in {page}"
    print(f"the {run} blocks of Python in {page} run")


if __name__ == "__main__":
    main()
