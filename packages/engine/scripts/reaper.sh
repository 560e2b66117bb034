#!/bin/sh
# Ends the process groups of a program that is gone. Reads lines "+<group>" and "-<group>" for groups that started and
# ended. When its input ends, nobody is left to look after the others: they are asked to end, and killed after a second.
trap '' HUP INT TERM
live=' '
while read -r line; do
  group=${line#?}
  case $line in
    +*) live="$live$group " ;;
    -*)
      case $live in
        *" $group "*) live="${live%%" $group "*} ${live#*" $group "}" ;;
      esac
      ;;
  esac
done
[ "$live" = ' ' ] && exit 0
for group in $live; do kill -s TERM -- "-$group"; done 2>/dev/null
sleep 1
for group in $live; do kill -s KILL -- "-$group"; done 2>/dev/null
exit 0
