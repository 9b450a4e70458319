"""Where the programs are that the package installed."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path


def program(name: str = "noughts") -> str:
    """Returns the path of a program of the package: "noughts" or "noughts-tournament".

    It is looked for where pip installs programs, then on the PATH.
    """
    for folder in _folders():
        path = folder / (name + (".exe" if os.name == "nt" else ""))
        if path.is_file():
            return str(path)
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"no program {name}: neither beside the package nor on the PATH")
    return found


def _folders() -> Iterator[Path]:
    yield Path(sysconfig.get_path("scripts"))
    # `pip install --user`, then `pip install --target`.
    user = "nt_user" if os.name == "nt" else "posix_user"
    if user in sysconfig.get_scheme_names():
        yield Path(sysconfig.get_path("scripts", user))
    yield Path(__file__).parents[1] / "bin"
    yield Path(sys.executable).parent
