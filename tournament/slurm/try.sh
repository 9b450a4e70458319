#!/bin/bash
# Tests the scripts with Slurm on this machine alone: an array of 40 shares, of
# which one job is killed and one requeued while it runs, must have every game
# once and the verdict of a single run; a decided test must cancel its array; and
# a job must go on after its time limit. Then two jobs prove a position together.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
export NOUGHTS_TOURNAMENT
NOUGHTS_TOURNAMENT=$(realpath "$1")
folder=$(mktemp -d)
trap '"$here/one-node.sh" stop "$folder/slurm"; rm -rf "$folder"' EXIT
"$here/one-node.sh" "$folder/slurm"
export SLURM_CONF=$folder/slurm/slurm.conf
cd "$folder"

tournament() { # pairings nodes milliseconds after each game
    cat <<TOML
game = "tictactoe:5x5:4"
pairings = $1
wait = $3
sprt = { elo0 = 0, elo1 = 30 }
[[engine]]
name = "better"
nodes = $2
options = { Search = "mcts" }
[[engine]]
name = "worse"
nodes = $(($2 / 4))
options = { Search = "mcts" }
TOML
}
# The games in order, without times.
games() { grep '"type":"game"' "$1" | sed -E 's/"usage":\[[^]]*\],//; s/,"after":.*//; s/"(us|started|millis)":[0-9]+//g' | sort; }
# Waits for a line that a command prints.
await() { # command
    for _ in $(seq 4000); do
        if eval "$1" >/dev/null 2>&1; then return; fi
        sleep 0.02
    done
    echo "in vain: $1" >&2
    return 1
}

# Forty shares; the jobs of two of them are disturbed. The pauses make every
# share last a second, however fast the machine is.
tournament 200 2000 100 >shares.toml
job=$(sbatch --parsable --array=0-39 --cpus-per-task=1 "$here/array.sh" shares.toml shares)
# The oldest: a process that the runner has just forked has its command line, too.
runner_of() { pgrep -o -f -- "run shares.toml --shard $1/40 "; }
await "[ -s shares/5.journal ] && runner_of 5"
kill -9 "$(runner_of 5)"
await "[ -s shares/20.journal ] && runner_of 20"
scontrol requeue "${job}_20"
# The job that was killed has failed; it is started again, as its owner would.
await "scontrol --oneliner show job ${job}_5 | grep -q JobState=FAILED"
scontrol requeue "${job}_5"
code=0
"$NOUGHTS_TOURNAMENT" follow 'shares/*.journal' --every 1 \
    --running "squeue --noheader --jobs $job" || code=$?
await "[ -z \"\$(squeue --noheader --jobs $job)\" ]"
"$NOUGHTS_TOURNAMENT" merge shares/*.journal -o merged.journal
[ "$(games merged.journal | wc -l)" = 400 ]
[ "$(games merged.journal | grep -o '"game":[0-9]*' | sort -u | wc -l)" = 400 ]
whole=0
"$NOUGHTS_TOURNAMENT" run shares.toml --journal whole.journal >whole.txt || whole=$?
[ "$code" = "$whole" ]
# The single run ends with its verdict; its games are among those of the shares.
[ "$(games whole.journal | comm -23 - <(games merged.journal) | wc -l)" = 0 ]

# A test that is decided cancels the array.
tournament 3000 200 0 >long.toml
job=$(sbatch --parsable --array=1-300 --cpus-per-task=1 "$here/array.sh" long.toml tested)
code=0
"$NOUGHTS_TOURNAMENT" follow 'tested/*.journal' --every 0.5 --sprt 0,60 \
    --running "squeue --noheader --jobs $job" --cancel "scancel $job" || code=$?
# Long before the last shares have begun.
[ ! -e tested/300.journal ]
[ "$code" = 5 ] || [ "$code" = 6 ]
[ -z "$(squeue --noheader)" ]
# Cancelled jobs end their engines as well; that is not a fault.
if grep -h '"culprit"' shares/*.journal tested/*.journal; then exit 1; fi

# A job that gets the signal before its time limit requeues itself.
tournament 1000000 200 0 >limited.toml
job=$(sbatch --parsable --array=1-1 --cpus-per-task=1 "$here/array.sh" limited.toml limited)
await "grep -q '\"game\":1,' limited/1.journal"
scancel --signal=INT --batch "${job}_1"
await "scontrol --oneliner show job ${job}_1 | grep -q 'Restarts=1 '"
await "[ \"\$(grep -c '\"type\":\"run\"' limited/1.journal)\" = 2 ]"
scancel "$job"
await "[ -z \"\$(squeue --noheader)\" ]"

# Two jobs work on one proof; the second array finds it in the checkpoint.
noughts=$(dirname "$NOUGHTS_TOURNAMENT")/noughts
for array in first second; do
    job=$(sbatch --parsable --array=0-1 --cpus-per-task=1 --output="$array-%a.txt" --wrap \
        "$noughts solve tictactoe:7x4:4 --checkpoint 7x4.checkpoint --worker \$SLURM_ARRAY_TASK_ID")
    await "[ -z \"\$(squeue --noheader --jobs $job)\" ]"
    [ "$(cat "$array"-?.txt | grep -c '^value: draw$')" = 2 ]
done
nodes() { cat "$1"-?.txt | grep -o '^[0-9]* nodes' | cut -d ' ' -f 1 | sort -n | tail -1; }
[ "$(nodes second)" -lt 50000 ]
# One alone needs 1,555,202.
[ "$(nodes first)" -gt 100000 ]
[ "$(nodes first)" -lt 1300000 ]
echo "Slurm: 40 shares with a killed and a requeued job equal one run; a decided test cancels its array; a job goes on after its time limit; two jobs prove a position"
