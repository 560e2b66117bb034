/**
 * The program of a reaper, for /bin/sh with the arguments `pid` and `start time` of a server that leads a group of its
 * own. Its input is the pipe of its owner: the line "done" sends it home, the end without that line means that the
 * owner is gone. Then it carries on the order of shutdown: the input of the server has ended with its owner, so it waits
 * 2 s, asks the group to end, waits 2 s more, and kills it. Descriptors 3 and 4 are the read ends of the server's output:
 * drained, so that a server which writes before it ends is not cut off. They do not block, hence the loop around `cat`.
 */
export const reaperScript = `
trap '' HUP INT TERM PIPE
group=$1
began=$2
while read -r line; do [ "$line" = done ] && exit 0; done
exec </dev/null
drain() {
  until cat <&"$1" >/dev/null 2>&1; do
    kill -s 0 $$ 2>/dev/null || exit 0
    sleep 0.05
  done
}
drain 3 &
drain 4 &
exec 3<&- 4<&-
lives() {
  kill -s 0 -- "-$group" 2>/dev/null || return 1
  now=
  { read -r line <"/proc/$group/stat"; } 2>/dev/null && {
    set -- \${line##*) }
    now=\${20}
  }
  case "$now$began" in *[!0-9]*) return 0 ;; esac
  [ -z "$now" ] || [ -z "$began" ] || [ "$now" = "$began" ]
}
patience() {
  left=40
  while [ "$left" -gt 0 ]; do
    lives || exit 0
    sleep 0.05
    left=$((left - 1))
  done
}
patience
lives && kill -s TERM -- "-$group" 2>/dev/null
patience
lives && kill -s KILL -- "-$group" 2>/dev/null
exit 0
`;
