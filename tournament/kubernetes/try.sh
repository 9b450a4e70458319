#!/bin/bash
# Validates the manifest against the schema of Kubernetes, and plays two of its
# shares with its own arguments on this machine:
#
#   try.sh PROGRAM PYTHON     (a Python with kubernetes-validate and yaml)
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "$1")
python=$2
"$python" -m kubernetes_validate --strict --quiet "$here/job.yaml"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/big"
printf '%s\n' 'game = "tictactoe"' 'pairings = 800' '[each]' 'nodes = 1' \
    '[[engine]]' 'name = "a"' '[[engine]]' 'name = "b"' >"$folder/big.toml"
# The arguments as the kubelet passes them on, on another volume.
arguments() { # index
    "$python" - "$here/job.yaml" "$1" "$folder" <<'PYTHON'
import sys, yaml
manifest, index, folder = sys.argv[1:]
pod = yaml.safe_load(open(manifest))["spec"]["template"]["spec"]
for word in pod["containers"][0]["args"]:
    print(word.replace("$(JOB_COMPLETION_INDEX)", index).replace("/shared", folder))
PYTHON
}
for index in 0 399; do
    mapfile -t words < <(arguments "$index")
    "$program" "${words[@]}" >/dev/null
    # The first and the last two of 800 pairings.
    grep -o '"pairing":[0-9]*' "$folder/big/$index.journal" | sort -u
done | tr '\n' ' ' | grep -qx '"pairing":1 "pairing":2 "pairing":799 "pairing":800 '
echo "Kubernetes: the manifest is valid, and its arguments play its shares"
