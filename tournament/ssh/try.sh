#!/bin/bash
# Tests shares.sh with a server of ssh on this machine alone, which stands for two
# machines (Debian: apt-get install openssh-server parallel):
#
#   try.sh PROGRAM
set -euo pipefail
here=$(dirname "$(realpath "$0")")
NOUGHTS_TOURNAMENT=$(realpath "$1")
export NOUGHTS_TOURNAMENT
folder=$(mktemp -d)
chmod 755 "$folder"
trap 'kill "$(cat "$folder/sshd.pid")" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
ssh-keygen -q -t ed25519 -N '' -f host
ssh-keygen -q -t ed25519 -N '' -f key
cp key.pub authorized
port=$((20000 + RANDOM % 20000))
cat >sshd.conf <<CONF
Port $port
ListenAddress 127.0.0.1
HostKey $folder/host
AuthorizedKeysFile $folder/authorized
PidFile $folder/sshd.pid
StrictModes no
UsePAM no
CONF
mkdir -p /run/sshd
"$(command -v sshd)" -f "$folder/sshd.conf"
ssh="ssh -p $port -i $folder/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
# Files are copied by rsync, which takes the command from here.
export PARALLEL_RSYNC_OPTS="-rlDz -e '$ssh'"
cat >t.toml <<'TOML'
game = "tictactoe:5x5:4"
pairings = 30
[each]
nodes = 20
[[engine]]
name = "a"
options = { Search = "mcts" }
[[engine]]
name = "b"
options = { Search = "uct" }
TOML
"$here/shares.sh" t.toml 12 shares --ssh "$ssh" -S "1/root@127.0.0.1,1/root@localhost"
"$NOUGHTS_TOURNAMENT" merge shares/*.journal -o merged.journal
"$NOUGHTS_TOURNAMENT" run t.toml --journal whole.journal >/dev/null
games() { grep '"type":"game"' "$1" | sed -E 's/"usage":\[[^]]*\],//; s/,"after":.*//; s/"(us|started|millis)":[0-9]+//g' | sort; }
diff <(games whole.journal) <(games merged.journal)
echo "ssh: 12 shares on two machines equal one run"
