#!/usr/bin/env bash
# A match as a Slurm job array against a real slurmctld and two slurmd on this machine. On the way a node dies, and
# another task is told that its time is up: both are queued again and go on, and the merged report is that of one
# machine.
#
#   slurm_test.sh THERMODON
#
# Exit status 77: Slurm cannot be run here (not root, or not installed), which is said.
set -uo pipefail
program=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

skip() { echo "skipped: $*" >&2; exit 77; }
fail() { echo "FAILED: $*" >&2; failed=yes; }
for needed in munged slurmctld slurmd sbatch timeout pgrep; do
  command -v "$needed" >/dev/null || skip "$needed is not installed (Debian: slurm-wlm munge; ./dev setup)"
done
[ "$(id -u)" -eq 0 ] || skip "slurmd starts only as root"

cluster_seconds=500
cluster=$(mktemp -d /tmp/thermodon-slurm.XXXXXX)
work=$cluster/work
mkdir "$work"
failed=
. "$here/cluster.sh"
finish() {
  cluster_stop
  if [ -n "$failed" ]; then
    tail -n 30 "$cluster"/slurmctld.log "$cluster"/node*/slurmd.log "$work"/m/*.log "$work"/m/report.txt >&2
    exit 1
  fi
  rm -rf "$cluster"
}
trap finish EXIT

cluster_start || { fail "the cluster did not come up"; exit; }

# Fixed nodes, so that every run plays the same games.
cat >"$work/openings.txt" <<'E2'
1q2q1/6/Q4q/q4Q/6/1Q2Q1 w
1q2q1/6/Q3q1/q4Q/6/1Q2Q1 w
E2
flags=(--a alphabeta:terrain,hash=1 --b alphabeta:relative-terrain,hash=1 --games 120 --nodes 16000
  --openings "$work/openings.txt" --seed 3)
shards=3
THERMODON=$program "$here/../../config/slurm/submit" "$shards" "$work/m" "${flags[@]}" || { fail "submit"; exit; }

games() { cat "$work/m/shard-$1/games.jsonl" 2>/dev/null | wc -l; }
node_of() { squeue -h -r -o '%K %N %T' | awk -v task="$1" '$1 == task && $3 == "RUNNING" {print $2}'; }
has_begun() { [ "$(games 1)" -ge 2 ] && [ "$(games 2)" -ge 1 ]; }
wait_until 60 has_begun || { fail "the tasks did not begin"; exit; }
victim=$(node_of 1)
[ -n "$victim" ] || { fail "the first task is not running any more: too few games to be cut"; exit; }
kill_node "$victim"
at_death=$(games 1)
echo "killed $victim after $at_death games of task 1"
[ "$at_death" -lt 40 ] || fail "the first task was through already"
# As before the time limit.
second=$(squeue -h -r -o '%K %A %T' | awk '$1 == 2 && $3 == "RUNNING" {print $2}')
[ -n "$second" ] || { fail "the second task is not running"; exit; }
scancel --batch --signal=TERM "$second"
node_is_missed() { sinfo -h -n "$victim" -o %T | grep -q down; }
wait_until 60 node_is_missed || fail "slurmctld did not miss $victim"
start_node "$victim"

is_reported() { [ -f "$work/m/whole/report.html" ] && [ -z "$(squeue -h)" ]; }
wait_until 300 is_reported || { fail "no report"; squeue >&2; exit; }
[ "$(scontrol show job | grep -c 'Restarts=1')" -eq 2 ] || fail "not two tasks were queued again"
for task in 1 2; do
  [ "$(grep -c '"started"' "$work/m/shard-$task/match.json")" -eq 2 ] || fail "task $task does not tell of two runs"
done

# The same on one machine. Times differ and are left out.
timeout 300 "$program" match "${flags[@]}" --record "$work/one" >"$work/one.txt" 2>/dev/null || fail "the run on one machine"
no_times() { sed 's/longest [0-9.]* s, mean [0-9.]* s, //; s/, [0-9]* nodes\/s//; /report\.html$/d' "$1"; }
diff <(no_times "$work/one.txt") <(no_times "$work/m/report.txt") || fail "the reports differ"
# Shares end in any order; a merged match is sorted by number.
no_dates() { sed -E 's/"(date|seconds)":("[^"]*"|[0-9.e+-]+),?//g' "$1" | sort; }
diff <(no_dates "$work/one/games.jsonl") <(no_dates "$work/m/whole/games.jsonl") >/dev/null || fail "the games differ"
[ -z "$failed" ] && { echo "the merged report of $shards tasks is that of one machine:"; cat "$work/m/report.txt"; }
exit
