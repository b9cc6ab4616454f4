# A Slurm cluster of two nodes on this machine, for a test: sourced, not run. Everything lives in $cluster (an
# empty folder) on loopback, touches nothing of the system's own Slurm, and ends by itself after $cluster_seconds.

cluster_seconds=${cluster_seconds:-600}
cluster_pids=()

# Ports below the ephemeral ones that nobody listens on now.
free_ports() {
  local port found=()
  while [ ${#found[@]} -lt "$1" ]; do
    port=$((20000 + RANDOM % 12000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || found+=("$port")
  done
  echo "${found[@]}"
}

start_node() {  # start_node NAME
  mkdir -p "$cluster/$1"
  timeout -k 5 "$cluster_seconds" slurmd -D -N "$1" -f "$cluster/slurm.conf" \
    -L "$cluster/$1/slurmd.log" >/dev/null 2>&1 &
  cluster_pids+=($!)
}

cluster_start() {
  local ports host
  read -r -a ports <<<"$(free_ports 3)"
  host=$(hostname -s)
  mkdir -p -m 700 "$cluster/munge"
  chmod 755 "$cluster"  # munged wants no folder above its socket to be writable by others
  (umask 077 && head -c 1024 /dev/urandom >"$cluster/munge/key")
  mkdir -m 755 "$cluster/socket"
  timeout -k 5 "$cluster_seconds" munged --foreground --force --key-file "$cluster/munge/key" \
    --socket "$cluster/socket/munge" --pid-file "$cluster/munge/pid" --log-file "$cluster/munge/log" \
    --seed-file "$cluster/munge/seed" >"$cluster/munged.out" 2>&1 &
  cluster_pids+=($!)
  mkdir "$cluster/state"
  cat >"$cluster/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$cluster/socket/munge,cred_expire=5
StateSaveLocation=$cluster/state
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdPidFile=$cluster/%n/slurmd.pid
SlurmdSpoolDir=$cluster/%n/spool
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
ReturnToService=2
SlurmdTimeout=5
SlurmctldTimeout=30
InactiveLimit=0
KillWait=2
MinJobAge=3600
NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=1 State=UNKNOWN
NodeName=node2 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[2]} CPUs=1 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF=$cluster/slurm.conf
  wait_until 20 test -S "$cluster/socket/munge" || return 1
  timeout -k 5 "$cluster_seconds" slurmctld -D -i -f "$cluster/slurm.conf" >"$cluster/slurmctld.out" 2>&1 &
  cluster_pids+=($!)
  start_node node1
  start_node node2
  wait_until 60 nodes_are_up
}

nodes_are_up() { [ "$(sinfo -h -N -o %t 2>/dev/null | grep -c '^\(idle\|mix\|alloc\)$')" -eq 2 ]; }

# A node dies as in a power cut: its daemon, the steps' daemons and all that they run, at once.
kill_node() {  # kill_node NAME
  local pids job pid
  pids=$(pgrep -f "^slurmd -D -N $1 -f $cluster/slurm.conf")
  for job in $(squeue -h -w "$1" -o %A); do pids+=" $(pgrep -f "^slurmstepd: \[$job\.")"; done
  for pid in $(grep -lsz "^SLURMD_NODENAME=$1\$" /proc/[0-9]*/environ | cut -d/ -f3); do
    grep -qsz "^SLURM_CONF=$cluster/slurm.conf\$" "/proc/$pid/environ" && pids+=" $pid"
  done
  # shellcheck disable=SC2086  # one word a process
  kill -KILL $pids
}

cluster_stop() {
  [ ${#cluster_pids[@]} -eq 0 ] && return 0
  scancel --user="$(id -un)" >/dev/null 2>&1
  sleep 1
  kill "${cluster_pids[@]}" 2>/dev/null
  wait "${cluster_pids[@]}" 2>/dev/null
  cluster_pids=()
}

wait_until() {  # wait_until SECONDS COMMAND...: until it succeeds
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}
