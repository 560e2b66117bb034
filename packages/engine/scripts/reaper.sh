#!/bin/sh
# Ends the process groups of a program that is gone. The program keeps the numbers of its groups in a file, one on each
# line, 0 where a line is free; this script waits for the end of its input, which only that program holds open. Nobody is
# left then to look after the groups: they are asked to end, and killed after a second. The file goes with them.
trap '' HUP INT TERM
while read -r _; do :; done
live=''
while read -r group; do
  case $group in
    '' | *[!0-9]* | 0*) ;;
    *) live="$live $group" ;;
  esac
done <"$1"
rm -f -- "$1"
[ -z "$live" ] && exit 0
for group in $live; do kill -s TERM -- "-$group"; done 2>/dev/null
sleep 1
for group in $live; do kill -s KILL -- "-$group"; done 2>/dev/null
exit 0
