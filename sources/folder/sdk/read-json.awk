# Reads the JSON on stdin. _MCP_READ in the environment says what of it is printed: compact (all of it, without spaces), shape (its
# type and how many members it has), or value (what the filter _MCP_FILTER finds, a string without its quotes). Exit 3: the filter
# is not understood; 4: not exactly one JSON value; 5: the filter does not fit the value; 10: null or missing.
# Texts are taken apart by split alone, so that the time it takes grows with their length and no faster. Bytes: LC_ALL=C.
function no() { exit wrong }
function hex(digits, i, n) {
  for (i = 1; i <= 4; i++) n = n * 16 + index("0123456789abcdef", tolower(substr(digits, i, 1))) - 1
  return n
}
function utf8(c) {
  if (c == 0) return ""
  if (c < 128) return sprintf("%c", c)
  if (c < 2048) return sprintf("%c%c", 192 + int(c / 64), 128 + c % 64)
  if (c < 65536) return sprintf("%c%c%c", 224 + int(c / 4096), 128 + int(c / 64) % 64, 128 + c % 64)
  return sprintf("%c%c%c%c", 240 + int(c / 262144), 128 + int(c / 4096) % 64, 128 + int(c / 64) % 64, 128 + c % 64)
}
# The pieces of a string without its escapes: \002 stands for an escaped backslash, \003 for a quote, \004 for any other.
function decode(s, a, b, e, i, j, k, n, m, l, c, rest) {
  pieces = 0
  n = split(s, a, "\002")
  for (i = 1; i <= n; i++) {
    if (i > 1) piece[++pieces] = "\\"
    m = split(a[i], b, "\003")
    for (j = 1; j <= m; j++) {
      if (j > 1) piece[++pieces] = "\""
      l = split(b[j], e, "\004")
      if (l > 0) piece[++pieces] = e[1]
      for (k = 2; k <= l; k++) {
        c = substr(e[k], 1, 1)
        rest = substr(e[k], 2)
        if (c != "u") { piece[++pieces] = plain[c] rest; continue }
        c = hex(rest)
        rest = substr(rest, 5)
        if (c >= 55296 && c < 57344) {
          if (c < 56320 && rest == "" && k < l && e[k + 1] ~ /^u[dD][c-fC-F]/) {
            c = 65536 + (c - 55296) * 1024 + hex(substr(e[++k], 2)) - 56320
            rest = substr(e[k], 6)
          } else c = 65533
        }
        piece[++pieces] = utf8(c) rest
      }
    }
  }
}
function key_text(s, i, text) {
  decode(s)
  for (i = 1; i <= pieces; i++) text = text piece[i]
  return text
}
# Prints a token with the escapes it came with.
function put(s, level, a, i, n) {
  if (level > 3 || s !~ /[\002-\004]/) { printf "%s", s; return }
  n = split(s, a, code[level])
  for (i = 1; i <= n; i++) { if (i > 1) printf "%s", written[level]; put(a[i], level + 1) }
}
function begin(type, on) {
  if (want != "v" && want != "V") no()
  on = 1
  if (depth == 0) root = type
  else if (depth > steps || !match_at[depth - 1]) on = 0
  else if (kind[depth] == "object") on = is_key[depth] && key_text(key[depth]) == step[depth]
  else on = !is_key[depth] && place[depth] == step[depth]
  if (depth == 1) size++
  match_at[depth] = on
  if (!on) return
  found = unfit = 0
  if (depth == steps) { found = 1; type_found = type; tokens = 0; taking = 1 }
  else if (type != "null" && type != (is_key[depth + 1] ? "object" : "array")) unfit = 1
}
function take(token) { if (taking) token_at[++tokens] = token }
function over() {
  if (taking && depth == steps) taking = 0
  want = depth == 0 ? "." : ","
}
function open(token) {
  begin(token == "{" ? "object" : "array")
  take(token)
  kind[++depth] = token == "{" ? "object" : "array"
  place[depth] = 0
  want = token == "{" ? "K" : "V"
}
function close_(token, type) {
  if (depth == 0 || kind[depth] != type || (want != "," && want != (type == "object" ? "K" : "V"))) no()
  take(token)
  depth--
  over()
}
function quoted(s, rest) {
  if (s ~ /[\t\n\r]/) no()
  rest = s
  gsub(/\004([\/bfnrt]|u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F])/, "", rest)
  if (index(rest, "\004")) no()
  if (want == "k" || want == "K") { key[depth] = s; take("\"" s "\""); want = ":"; return }
  begin("string")
  if (taking && steps == depth) text_found = s
  take("\"" s "\"")
  over()
}
function between(s, token, i, n, t) {
  gsub(/[\t\n\r]/, " ", s)
  gsub(/[][{}:,]/, " & ", s)
  n = split(s, token, " ")
  for (i = 1; i <= n; i++) {
    t = token[i]
    if (t == "{" || t == "[") open(t)
    else if (t == "}") close_(t, "object")
    else if (t == "]") close_(t, "array")
    else if (t == ":") { if (want != ":") no(); take(t); want = "v" }
    else if (t == ",") {
      if (want != ",") no()
      take(t)
      place[depth]++
      want = kind[depth] == "object" ? "k" : "v"
    } else {
      if (t != "true" && t != "false" && t != "null" && t !~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/) no()
      begin(t == "null" || t == "false" ? t : "scalar")
      take(t)
      over()
    }
  }
}
function parse(text, part, i, n) {
  depth = size = found = unfit = tokens = taking = 0
  want = "v"
  if (text ~ /[\001-\010\013\014\016-\037]/) no()
  gsub(/\\\\/, "\002", text)
  gsub(/\\"/, "\003", text)
  gsub(/\\/, "\004", text)
  n = split(text, part, "\"")
  if (n % 2 == 0) no()
  for (i = 1; i <= n; i++) if (i % 2) between(part[i]); else quoted(part[i])
  if (want != ".") no()
}
function print_found(i) {
  if (type_found == "string") {
    decode(text_found)
    for (i = 1; i <= pieces; i++) printf "%s", piece[i]
  } else for (i = 1; i <= tokens; i++) put(token_at[i], 1)
}
function add_step(length_, text, named) {
  steps++
  step[steps] = text
  is_key[steps] = named
  filter = substr(filter, length_ + 1)
}
# Takes the filter apart; true when it is one that can be understood here.
function understood() {
  gsub(/^[ \t\n]+|[ \t\n]+$/, "", filter)
  if (filter !~ /^\./) return 0
  if (filter ~ /^\.([ \t]|$)/) filter = substr(filter, 2)
  while (filter ~ /^\.|^\[/) {
    if (match(filter, /^\.[A-Za-z_][A-Za-z0-9_]*/)) add_step(RLENGTH, substr(filter, 2, RLENGTH - 1), 1)
    else if (match(filter, /^\."[^"\\]*"/)) add_step(RLENGTH, substr(filter, 3, RLENGTH - 3), 1)
    else if (match(filter, /^\.?\["[^"\\]*"\]/)) {
      add_step(RLENGTH, substr(filter, index(filter, "\"") + 1, RLENGTH - index(filter, "\"") - 2), 1)
    } else if (match(filter, /^\.?\[[0-9]+\]/)) {
      add_step(RLENGTH, substr(filter, index(filter, "[") + 1, RLENGTH - index(filter, "[") - 1) + 0, 0)
    } else return 0
  }
  sub(/^[ \t\n]+/, "", filter)
  if (filter == "") return 1
  if (filter !~ /^\/\//) return 0
  otherwise = substr(filter, 3)
  return otherwise !~ /^[ \t\n]*$/
}
BEGIN {
  RS = "\001"
  plain["b"] = "\b"; plain["f"] = "\f"; plain["n"] = "\n"; plain["r"] = "\r"; plain["t"] = "\t"; plain["/"] = "/"
  code[1] = "\002"; code[2] = "\003"; code[3] = "\004"
  written[1] = "\\\\"; written[2] = "\\\""; written[3] = "\\"
}
NR == 1 { document = $0 }
END {
  mode = ENVIRON["_MCP_READ"]
  wrong = 3
  if (mode == "value") {
    filter = ENVIRON["_MCP_FILTER"]
    if (!understood()) no()
    nothing = otherwise ~ /^[ \t\n]*empty[ \t\n]*$/
    wanted = steps
    steps = 0
    if (otherwise != "" && !nothing) parse(otherwise)
    steps = wanted
  }
  wrong = 4
  if (NR != 1) no()
  parse(document)
  if (mode == "shape") { print root, size; exit 0 }
  if (unfit) exit 5
  if (otherwise != "" && (!found || type_found == "null" || type_found == "false")) {
    found = steps = 0
    if (!nothing) parse(otherwise)
  }
  if (mode == "value" && (!found || type_found == "null")) exit 10
  if (mode == "compact") type_found = ""
  print_found()
}
