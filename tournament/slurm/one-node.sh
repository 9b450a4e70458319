#!/bin/bash
# Starts Slurm on this machine alone, as root and without systemd, to test the
# scripts (Debian: apt-get install slurm-wlm). All its files are in DIR.
#
#   one-node.sh DIR
#   one-node.sh stop DIR
set -euo pipefail
if [ "$1" = stop ]; then
    for pid in "$2"/{slurmd,slurmctld,munged}.pid; do
        [ -f "$pid" ] || continue
        kill "$(cat "$pid")" || true
        # A daemon removes its pid file last.
        for _ in $(seq 100); do [ -f "$pid" ] && sleep 0.1; done
    done
    exit 0
fi
folder=$(realpath -m "$1")
host=$(hostname -s)
mkdir -p "$folder/state" "$folder/spool"
# munged refuses a folder that other users can write.
chown -R root:root "$folder"
chmod 755 "$folder"
if [ ! -f "$folder/munge.key" ]; then
    (umask 077 && head -c 128 /dev/urandom >"$folder/munge.key")
fi
cat >"$folder/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
# A requeued job waits until its old credential has expired.
AuthInfo=socket=$folder/munge.socket,cred_expire=5
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=5
MpiDefault=none
ReturnToService=2
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$folder/slurm.conf
munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munged.pid" --log-file="$folder/munged.log" --seed-file="$folder/munged.seed"
slurmctld -f "$SLURM_CONF"
slurmd -f "$SLURM_CONF" -N "$host"
for _ in $(seq 60); do
    [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ] && exit
    sleep 1
done
echo "the node does not become idle:" >&2
tail -n 20 "$folder"/*.log >&2
exit 1
