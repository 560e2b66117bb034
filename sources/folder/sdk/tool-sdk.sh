# Functions for tools written in shell: . "$MCP_SDK/tool-sdk.sh". POSIX sh, with nothing but the usual commands; jq or gojq is
# used for filters where there is one. An error ends the tool, in whichever part of it: what fails must not be built upon.
# Names that begin with _mcp or __mcp are not for tools. Variables are no locals, which sh has not.
set -eu
# shellcheck disable=SC3040
if (set -o pipefail) 2>/dev/null; then set -o pipefail; fi

_mcp_newline='
'

__mcp_warn() { printf '%s\n' "$1" >&2; }

# JSON ------------------------------------------------------------------------------------------------------------------

# The value given as $1 as a JSON string.
mcp_json_escape() {
  case ${1-} in
    *[\"\\[:cntrl:]]*) ;;
    *) printf '"%s"' "${1-}" && return ;;
  esac
  # A control character that cannot be left as it is stands in for the backslash until the end: replacements have rules for it.
  (set +x && printf '"' && printf '%s\n' "$1" | LC_ALL=C awk '
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
      for (i = 1; i <= n; i++) printf "%s%s", i > 1 ? "\\" : "", part[i]
    }' && printf '"')
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

# Reads the JSON on stdin. $1: compact (prints it so), shape (its type and size), or value (what the filter $2 finds, strings
# without quotes). Status 3: filter not understood; 4: not one JSON value; 5: the filter does not fit; 10: null or missing.
# Texts are taken apart by split alone, so that the time it takes grows with their length and no faster.
__mcp_read() {
  (set +x && _MCP_READ=$1 _MCP_FILTER=${2-} LC_ALL=C awk -f "$MCP_SDK/read-json.awk")
}

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

# Arguments -------------------------------------------------------------------------------------------------------------

mcp_args_raw() (set +x && if [ -n "${MCP_TOOL_ARGS_FILE:-}" ]; then cat "$MCP_TOOL_ARGS_FILE"; else printf '%s' "${MCP_TOOL_ARGS_JSON:-{\}}"; fi)
mcp_meta_raw() (set +x && if [ -n "${MCP_TOOL_META_FILE:-}" ]; then cat "$MCP_TOOL_META_FILE"; else printf '%s' "${MCP_TOOL_META_JSON:-{\}}"; fi)

# FILTER [--default VALUE]
mcp_args_get() { __mcp_get mcp_args_raw "$@"; }
mcp_meta_get() { __mcp_get mcp_meta_raw "$@"; }

# Sets _mcp_value to what the filter $1 finds in the arguments; false when that is nothing, null or "".
__mcp_argument() {
  _mcp_status=0
  _mcp_value=$(mcp_args_raw | __mcp_select "$1") || _mcp_status=$?
  case $_mcp_status in
    0) [ -n "$_mcp_value" ] ;;
    5 | 10) return 1 ;;
    *) mcp_fail -32603 "The argument $1 cannot be read" ;;
  esac
}

# FILTER [MESSAGE]
mcp_args_require() {
  __mcp_argument "$1" || mcp_fail_invalid_args "${2:-$1 is required}"
  printf '%s' "$_mcp_value"
}

# Reads flags: --default sets _mcp_default, --min and --max the bounds.
__mcp_flags() {
  _mcp_default='' _mcp_min='' _mcp_max=''
  while [ $# -ge 2 ]; do
    case $1 in
      --default) _mcp_default=$2 ;;
      --min) _mcp_min=$2 ;;
      --max) _mcp_max=$2 ;;
      *) __mcp_warn "Unknown flag $1" && return 1 ;;
    esac
    shift 2
  done
}

# FILTER [--default true|false]: prints true or false.
mcp_args_bool() {
  _mcp_filter=$1
  shift
  __mcp_flags "$@"
  if ! __mcp_argument "$_mcp_filter"; then
    [ -n "$_mcp_default" ] || mcp_fail_invalid_args "$_mcp_filter is required"
    case $_mcp_default in true | 1) _mcp_value=true ;; *) _mcp_value=false ;; esac
  fi
  case $_mcp_value in
    true | 1) printf 'true' ;;
    false | 0) printf 'false' ;;
    *) mcp_fail_invalid_args "$_mcp_filter must be true or false" ;;
  esac
}

__mcp_is_integer() {
  case ${1#-} in '' | *[!0-9]* | ???????????????????*) return 1 ;; esac
}

# FILTER [--default N] [--min N] [--max N]
mcp_args_int() {
  _mcp_filter=$1
  shift
  __mcp_flags "$@"
  for _mcp_bound in "$_mcp_min" "$_mcp_max"; do
    [ -z "$_mcp_bound" ] || __mcp_is_integer "$_mcp_bound" || mcp_fail -32603 "mcp_args_int: --min and --max take whole numbers"
  done
  if ! __mcp_argument "$_mcp_filter"; then
    [ -n "$_mcp_default" ] || mcp_fail_invalid_args "$_mcp_filter is required"
    _mcp_value=$_mcp_default
  fi
  __mcp_is_integer "$_mcp_value" || mcp_fail_invalid_args "$_mcp_filter must be an integer"
  [ -z "$_mcp_min" ] || [ "$_mcp_value" -ge "$_mcp_min" ] || mcp_fail_invalid_args "$_mcp_filter must be >= $_mcp_min"
  [ -z "$_mcp_max" ] || [ "$_mcp_value" -le "$_mcp_max" ] || mcp_fail_invalid_args "$_mcp_filter must be <= $_mcp_max"
  printf '%s' "$_mcp_value"
}
