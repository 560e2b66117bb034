# Writes the text on stdin, without the newline at its end, as the inside of a JSON string. Bytes: LC_ALL=C.
# \001 stands in for the backslash until the end: replacements have rules of their own for that.
BEGIN {
  for (i = 2; i < 32; i++) { name[i] = sprintf("\001u%04x", i); char[i] = sprintf("%c", i) }
  name[8] = "\001b"; name[9] = "\001t"; name[12] = "\001f"; name[13] = "\001r"
}
{
  if (NR > 1) printf "\\n"
  gsub(/\001/, "\001u0001")
  gsub(/["\\]/, "\001&")
  if ($0 ~ /[\002-\037]/) for (i = 2; i < 32; i++) if (index($0, char[i])) gsub(char[i], name[i])
  n = split($0, part, "\001")
  for (i = 1; i <= n; i++) printf "%s%s", (i > 1 ? "\\" : ""), part[i]
}
