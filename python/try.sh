#!/usr/bin/env bash
# Installs the wheel in a venv of its own and runs everything that it promises: the tests,
# the types, PettingZoo, OpenSpiel, python-chess and the notebook.
#
# usage: python/try.sh [WHEEL [GAMES]]
#
# Without WHEEL, packaging/wheel.sh builds it. GAMES is the number of random games of each
# kind that are compared with OpenSpiel: 2000 unless told. PYTHON names another python3.
set -euo pipefail
cd "$(dirname "$0")/.."

wheel=${1:-}
[ -n "$wheel" ] || wheel=$(packaging/wheel.sh)
wheel=$(realpath "$wheel")
games=${2:-2000}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"${PYTHON:-python3}" -m venv "$scratch/venv"
bin=$scratch/venv/bin
install() { "$bin/pip" install --quiet --disable-pip-version-check "$@"; }

echo "+ the wheel alone: $(basename "$wheel"), $(stat -c %s "$wheel") bytes"
install "$wheel"
# In a folder that has no noughts, so that the installed package is the one imported.
mkdir "$scratch/work"
(cd "$scratch/work" && "$bin/python" - <<'EOF'
import noughts

board = noughts.Board("tictactoe:4x4:3", moves=["b2"])
with noughts.Engine() as engine:
    print(engine, engine.play(board, noughts.Limit(time=0.1)).move, engine.solve(board))
EOF
)
"$bin/noughts" --version
"$bin/noughts-tournament" --version

install "$wheel[pettingzoo,chess]" pytest pytest-timeout mypy nbclient nbformat ipykernel matplotlib
cp -r python/tests python/pyproject.toml "$scratch/work"
cp docs/noughts.ipynb docs/python.md "$scratch/work"
cd "$scratch/work"
PATH=$bin:$PATH

echo "+ tests"
python -m pytest --timeout 120 tests

echo "+ types"
python -m mypy --strict -p noughts
python -m mypy --strict tests/typed_use.py
python -m mypy.stubtest noughts._rules

echo "+ notebook"
python - <<'EOF'
import nbformat
from nbclient import NotebookClient

notebook = nbformat.read("noughts.ipynb", as_version=4)
nbformat.validate(notebook)
NotebookClient(notebook, timeout=60).execute()
shown = [kind for cell in notebook.cells for o in cell.get("outputs", []) for kind in o.get("data", {})]
assert "image/svg+xml" in shown and "image/png" in shown, shown
print("the notebook runs, with its board and its plot")
EOF

echo "+ OpenSpiel"
if install open_spiel; then
    python tests/openspiel.py "$games"
    python tests/documents.py python.md
else
    echo "OPENSPIEL NOT COMPARED: pip cannot install open_spiel for $(python --version)" >&2
    python tests/documents.py python.md --without open_spiel
fi

echo "+ speed"
python tests/playouts.py
