# The part of tool-sdk.sh that writes and reads JSON.

__mcp_warn() { printf '%s\n' "$1" >&2; }

# The value given as $1 as a JSON string.
mcp_json_escape() {
  case ${1-} in
    *[\"\\[:cntrl:]]*) ;;
    *) printf '"%s"' "${1-}" && return ;;
  esac
  (set +x && printf '"' && printf '%s\n' "$1" | LC_ALL=C awk -f "$MCP_SDK/escape-json.awk" && printf '"')
}

# A JSON object of keys and values, all of them strings.
mcp_json_obj() {
  if [ $(($# % 2)) -ne 0 ]; then
    __mcp_warn "mcp_json_obj: a key has no value: give keys and values in turn"
    exit 1
  fi
  printf '{'
  while [ $# -gt 0 ]; do
    mcp_json_escape "$1"
    printf ':'
    mcp_json_escape "$2"
    shift 2
    [ $# -eq 0 ] || printf ','
  done
  printf '}'
}

# A JSON array of values, all of them strings.
mcp_json_arr() {
  printf '['
  while [ $# -gt 0 ]; do
    mcp_json_escape "$1"
    shift
    [ $# -eq 0 ] || printf ','
  done
  printf ']'
}

# The JSON on stdin, or a part of it: compact, shape, or value FILTER. What the status means is said there.
__mcp_read() (set +x && _MCP_READ=$1 _MCP_FILTER=${2-} LC_ALL=C awk -f "$MCP_SDK/read-json.awk")

# Whether $1 is exactly one JSON value.
mcp_is_valid_json() { printf '%s' "${1-}" | __mcp_read compact >/dev/null; }

# $1 on one line when it is JSON, else as a JSON string.
__mcp_json_or_text() { printf '%s' "$1" | __mcp_read compact || mcp_json_escape "$1"; }

mcp_byte_length() { printf '%s' "${1-}" | wc -c | tr -d ' '; }

__mcp_jq() {
  for _mcp_jq in "${MCPBASH_JSON_TOOL_BIN:-jq}" jq gojq; do
    if command -v "$_mcp_jq" >/dev/null 2>&1; then return 0; fi
  done
  return 1
}

# What a filter finds in the JSON on stdin. Status 10 when that is null or nothing, another when it cannot be told.
__mcp_select() {
  if __mcp_jq; then
    _mcp_found=$("$_mcp_jq" -rc "[$1$_mcp_newline] | if length == 0 or .[0] == null then \"-\" else \"+\", .[] end") || return
    if [ "$_mcp_found" = - ]; then return 10; fi
    _mcp_found=${_mcp_found#+}
    printf '%s' "${_mcp_found#"$_mcp_newline"}"
    return
  fi
  _mcp_status=0
  __mcp_read value "$1" || _mcp_status=$?
  if [ "$_mcp_status" -eq 3 ]; then
    __mcp_warn "The filter '$1' needs jq, which is not on the PATH; without it there are paths such as .a.b[0] and a default: .a // \"x\""
  fi
  return "$_mcp_status"
}

# The source $1 (a function that prints JSON) through the filter $2; $3 and $4: --default and what null stands for.
__mcp_get() {
  case ${3---default} in
    --default) ;;
    *) __mcp_warn "$3 is not a flag that can be used here" && return 1 ;;
  esac
  _mcp_status=0
  _mcp_text=$("$1" | __mcp_select "${2:-.}") || _mcp_status=$?
  if [ "$_mcp_status" -eq 0 ]; then
    printf '%s\n' "$_mcp_text"
  elif [ "${3-}" = --default ] && { [ "$_mcp_status" -eq 10 ] || [ "$_mcp_status" -eq 5 ]; }; then
    printf '%s\n' "${4-}"
  elif [ "$_mcp_status" -eq 10 ]; then
    case ${2:-.} in *//*empty*) ;; *) printf 'null\n' ;; esac
  else
    return "$_mcp_status"
  fi
}
