/**
 * The program of a reaper, for /bin/sh. Arguments: a file of groups or an empty string, the steps of 50 ms until the
 * groups are asked to end, the steps from there until they are killed, and then groups. A group is written as
 * `pid:start`, with the start time of its leader; a file has one on each line, `0` where a line is free.
 *
 * Its input is a pipe that only its owner holds. The line "done" ends it; the end of input without that line means that
 * the owner is gone, and the groups are ended. A group whose number belongs to another process by now, which shows in the
 * start time of its leader, is spared. Descriptors 3 and 4 are read to their end, so that a process which still writes
 * to them before it ends is not cut off; they need not be open. They do not block, hence the loop around `cat`. After a few steps it looks only
 * at every fourth: on a busy machine each look takes longer than its sleep.
 */
export const reaperScript = `
trap '' HUP INT TERM PIPE
file=$1
before=$2
grace=$3
shift 3
while read -r line; do [ "$line" = done ] && exit 0; done
exec </dev/null
groups=$*
if [ -n "$file" ]; then
  while read -r group; do groups="$groups $group"; done <"$file"
  rm -f -- "$file"
fi
drain() {
  true <&"$1" 2>/dev/null || exit 0
  until cat <&"$1" >/dev/null 2>&1; do
    sleep 0.05
  done
}
is_own() {
  case $1 in '' | *[!0-9]* | 0* | 1) return 1 ;; esac
  kill -s 0 -- "-$1" 2>/dev/null || return 1
  began=$2
  now=
  { read -r line <"/proc/$1/stat"; } 2>/dev/null && {
    set -- \${line##*) }
    now=\${20}
  }
  case "$now$began" in *[!0-9]*) return 0 ;; esac
  [ -z "$now" ] || [ -z "$began" ] || [ "$now" = "$began" ]
}
keep_own() {
  own=
  for group in $groups; do is_own "\${group%%:*}" "\${group#*:}" && own="$own $group"; done
  groups=$own
  [ -n "$groups" ] || exit 0
}
send() {
  for group in $groups; do kill -s "$1" -- "-\${group%%:*}" 2>/dev/null; done
}
await_end() {
  left=$1
  while [ "$left" -gt 0 ]; do
    if [ $(($1 - left)) -lt 4 ]; then
      sleep 0.05
      left=$((left - 1))
    else
      sleep 0.2
      left=$((left - 4))
    fi
    keep_own
  done
}
keep_own
drain 3 &
drains=$!
drain 4 &
drains="$drains $!"
trap 'kill -s KILL $drains 2>/dev/null' EXIT
exec 3<&- 4<&-
await_end "$before"
send TERM
await_end "$grace"
send KILL
exit 0
`;
