#!/bin/sh
# Plays the seven rule sets of TicTacTrains in self-play, 1,000 games each, and
# prints the shares of X, O and draws. Takes an hour. Arguments go to every run:
#
#   docs/scripts/fairness.sh --pairs 5
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
for rules in classical modern postmodern spanish swiss viennese mallorcan; do
    noughts-tournament run --quiet "$root/tournament/fairness.toml" \
        --game "tictactrains:$rules" --journal "$rules.journal" "$@"
    noughts-tournament stats "$rules.journal"
done
