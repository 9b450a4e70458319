#!/bin/bash
# Plays a tournament on several machines over ssh with GNU parallel, in small
# shares for whichever machine is free:
#
#   shares.sh big.toml 400 folder -S 2/node1,4/node2 [more options of parallel]
#
# Every machine needs noughts-tournament on its PATH, or the path of it in
# NOUGHTS_TOURNAMENT, and the engines where the file says. The file is copied
# there, and each journal is copied back to the folder. A share that failed is
# played again, up to three times; the same command goes on where it was.
set -euo pipefail
file=$1
shares=$2
folder=$3
shift 3
program=${NOUGHTS_TOURNAMENT:-noughts-tournament}
mkdir -p "$folder"
name=$(basename "$file")
cp "$file" "$folder/"
cd "$folder"
# The other machines' shells read these words.
printf -v run '%q run %q' "$program" "$name"
seq "$shares" | parallel --joblog joblog --resume-failed --retries 3 --will-cite \
    --workdir "noughts-${name%.*}" --basefile "$name" --return '{}.journal' --cleanup "$@" \
    "$run --shard {}/$shares --blocks --journal {}.journal --quiet >/dev/null"
