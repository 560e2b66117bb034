# Functions for tools written in shell: . "$MCP_SDK/tool-sdk.sh". POSIX sh, with nothing but the usual commands; jq or gojq is
# used for filters where there is one. A command that fails ends the tool: mcp_args_require and its kind could not do so else from
# inside $(…). Names that begin with _mcp or __mcp are not for tools; they are no locals, which sh has not.
set -eu
: "${MCP_SDK:?is not set: it names the folder of tool-sdk.sh}"
# shellcheck disable=SC3040
if (set -o pipefail) 2>/dev/null; then set -o pipefail; fi

_mcp_newline='
'

. "$MCP_SDK/json.sh"

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
      *) break ;;
    esac
    shift 2
  done
  [ $# -eq 0 ] || mcp_fail -32603 "$1 is not a flag that can be used here, or has no value"
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

# Roots -----------------------------------------------------------------------------------------------------------------

mcp_roots_list() { printf '%s' "${MCP_ROOTS_PATHS:-}"; }
mcp_roots_count() { printf '%s' "${MCP_ROOTS_COUNT:-0}"; }

# The canonical form of a path; of what does not exist, that of its nearest folder with the rest behind it.
__mcp_canonical() (
  unset CDPATH
  _mcp_rest='' _mcp_links=0 _mcp_at=$1
  case $_mcp_at in /*) ;; *) _mcp_at=$PWD/$_mcp_at ;; esac
  while :; do
    if [ -d "$_mcp_at" ]; then
      _mcp_at=$(cd -P -- "$_mcp_at" && pwd -P) || exit 1
      _mcp_at=${_mcp_at%/}$_mcp_rest
      printf '%s' "${_mcp_at:-/}"
      exit 0
    fi
    _mcp_last=${_mcp_at##*/}
    _mcp_folder=${_mcp_at%/*}
    if [ -L "$_mcp_at" ]; then
      _mcp_links=$((_mcp_links + 1))
      [ "$_mcp_links" -le 40 ] || exit 1
      _mcp_at=$(readlink "$_mcp_at") || exit 1
      case $_mcp_at in /*) ;; *) _mcp_at=$_mcp_folder/$_mcp_at ;; esac
      continue
    fi
    case $_mcp_last in
      '' | .) ;;
      ..) exit 1 ;;
      *) _mcp_rest=/$_mcp_last$_mcp_rest ;;
    esac
    _mcp_at=${_mcp_folder:-/}
  done
)

# Whether a path lies inside a root, wherever links lead.
mcp_roots_contains() (
  case $1 in *"$_mcp_newline"*) exit 1 ;; esac
  _mcp_inside=$(__mcp_canonical "$1") || exit 1
  printf '%s\n' "${MCP_ROOTS_PATHS:-}" | while IFS= read -r _mcp_root; do
    [ -n "$_mcp_root" ] || continue
    _mcp_root=$(__mcp_canonical "$_mcp_root") || continue
    case $_mcp_inside in "$_mcp_root" | "${_mcp_root%/}"/*) printf 'yes' ;; esac
  done | grep yes >/dev/null
)

# FILTER [--default-to-single-root] [--allow-empty]: prints the canonical path, which lies inside a root.
mcp_require_path() {
  _mcp_filter=$1 _mcp_single='' _mcp_optional=''
  shift
  for _mcp_flag in "$@"; do
    case $_mcp_flag in
      --default-to-single-root) _mcp_single=1 ;;
      --allow-empty) _mcp_optional=1 ;;
      *) mcp_fail -32603 "mcp_require_path: unknown flag $_mcp_flag" ;;
    esac
  done
  if ! __mcp_argument "$_mcp_filter"; then
    if [ -n "$_mcp_single" ] && [ "$(mcp_roots_count)" -eq 1 ]; then
      _mcp_value=$(mcp_roots_list)
    elif [ -n "$_mcp_optional" ]; then
      return 0
    elif [ -n "$_mcp_single" ]; then
      mcp_fail_invalid_args "$_mcp_filter is required, because there is not just one root"
    else
      mcp_fail_invalid_args "$_mcp_filter is required"
    fi
  fi
  mcp_roots_contains "$_mcp_value" || mcp_fail_invalid_args "$_mcp_filter is outside the roots"
  __mcp_canonical "$_mcp_value"
}

# While it runs ---------------------------------------------------------------------------------------------------------

mcp_is_cancelled() { [ -n "${MCP_CANCEL_FILE:-}" ] && [ -e "$MCP_CANCEL_FILE" ]; }

__mcp_number() {
  case $1 in '' | . | *[!0-9.]* | *.*.*) printf '%s' "$2" ;; *) printf '%s' "$1" | LC_ALL=C awk '{ printf "%.10g", $0 }' ;; esac
}

# N MESSAGE [TOTAL]
mcp_progress() {
  if [ -z "${MCP_PROGRESS_TOKEN:-}" ] || [ -z "${MCP_PROGRESS_STREAM:-}" ]; then return 0; fi
  _mcp_total=$(__mcp_number "${3-}" '')
  printf '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%s%s,"message":%s}}\n' \
    "$(mcp_json_escape "$MCP_PROGRESS_TOKEN")" "$(__mcp_number "$1" 0)" "${_mcp_total:+,\"total\":$_mcp_total}" \
    "$(mcp_json_escape "${2-}")" >>"$MCP_PROGRESS_STREAM" || :
}

# LEVEL LOGGER JSON
mcp_log() {
  if [ -z "${MCP_LOG_STREAM:-}" ]; then return 0; fi
  _mcp_level=$(printf '%s' "$1" | tr '[:upper:]' '[:lower:]')
  case $_mcp_level in
    debug | info | notice | warning | error | critical | alert | emergency) ;;
    warn) _mcp_level=warning ;;
    *) _mcp_level=info ;;
  esac
  printf '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"%s","logger":%s,"data":%s}}\n' \
    "$_mcp_level" "$(mcp_json_escape "$2")" "$(__mcp_json_or_text "$3")" >>"$MCP_LOG_STREAM" || :
}

# LOGGER TEXT
mcp_log_debug() { mcp_log debug "$1" "$(mcp_json_escape "$2")"; }
mcp_log_info() { mcp_log info "$1" "$(mcp_json_escape "$2")"; }
mcp_log_warn() { mcp_log warning "$1" "$(mcp_json_escape "$2")"; }
mcp_log_error() { mcp_log error "$1" "$(mcp_json_escape "$2")"; }

# Appends a line to the file that MCPBASH_DEBUG_LOG names, if it names one.
mcp_debug() { [ -z "${MCPBASH_DEBUG_LOG:-}" ] || printf '[%s] %s\n' "$(date +%H:%M:%S)" "$*" >>"$MCPBASH_DEBUG_LOG" || :; }

# CODE [MESSAGE] [JSON]: the call ends with this JSON-RPC error. The first one counts.
mcp_fail() {
  _mcp_code=$1
  __mcp_is_integer "$_mcp_code" || _mcp_code=-32603
  case ${_mcp_code#-} in 0?*) _mcp_code=-32603 ;; esac
  _mcp_message=${2:-Tool failed}
  if [ -n "${MCP_TOOL_ERROR_FILE:-}" ] && [ ! -s "$MCP_TOOL_ERROR_FILE" ]; then
    _mcp_data=''
    [ -z "${3-}" ] || _mcp_data=,\"data\":$(__mcp_json_or_text "$3")
    printf '{"code":%s,"message":%s%s}\n' "$_mcp_code" "$(mcp_json_escape "$_mcp_message")" "$_mcp_data" >"$MCP_TOOL_ERROR_FILE"
  fi
  __mcp_warn "$_mcp_message"
  exit 1
}

# [MESSAGE] [JSON]
mcp_fail_invalid_args() { mcp_fail -32602 "${1:-Invalid params}" "${2-}"; }

# Results ---------------------------------------------------------------------------------------------------------------

mcp_emit_text() { printf '%s' "$1"; }
mcp_emit_json() { printf '%s' "$1" | __mcp_read compact || printf '%s' "$1"; }

# JSON [MAX_TEXT_BYTES]: a result {success: true, result}. Text that would be longer is a summary.
mcp_result_success() {
  if ! _mcp_json=$(printf '%s' "$1" | __mcp_read compact); then
    mcp_result_error '{"type":"internal_error","message":"mcp_result_success was given something that is not one JSON value"}'
    return 0
  fi
  _mcp_most=${2:-${MCPBASH_MAX_TEXT_BYTES:-102400}}
  __mcp_is_integer "$_mcp_most" || _mcp_most=102400
  _mcp_text="{\"success\":true,\"result\":$_mcp_json}"
  if [ "$(mcp_byte_length "$_mcp_text")" -gt "$_mcp_most" ]; then
    _mcp_shape=$(printf '%s' "$_mcp_json" | __mcp_read shape)
    case $_mcp_shape in
      array*) _mcp_text="Success: array with ${_mcp_shape#* } items" ;;
      object*) _mcp_text="Success: object with ${_mcp_shape#* } keys" ;;
      *) _mcp_text="Success: a value of $(mcp_byte_length "$_mcp_json") bytes" ;;
    esac
  fi
  printf '{"content":[{"type":"text","text":%s}],"structuredContent":{"success":true,"result":%s},"isError":false}\n' \
    "$(mcp_json_escape "$_mcp_text")" "$_mcp_json"
}

# JSON: a failed result {success: false, error}. The error gets a type and a message if it has none.
mcp_result_error() {
  if ! _mcp_json=$(printf '%s' "$1" | __mcp_read compact); then
    _mcp_json="{\"type\":\"internal_error\",\"message\":\"The error is not JSON\",\"raw\":$(mcp_json_escape "$1")}"
  fi
  case $_mcp_json in
    {*) ;;
    *) _mcp_json="{\"type\":\"internal_error\",\"message\":\"The error is not an object\",\"raw\":$_mcp_json}" ;;
  esac
  if ! _mcp_text=$(printf '%s' "$_mcp_json" | __mcp_read value .message); then
    _mcp_text='Unknown error'
    _mcp_json="${_mcp_json%?},\"message\":\"Unknown error\"}"
  fi
  printf '%s' "$_mcp_json" | __mcp_read value .type >/dev/null || _mcp_json="${_mcp_json%?},\"type\":\"internal_error\"}"
  printf '{"content":[{"type":"text","text":%s}],"structuredContent":{"success":false,"error":%s},"isError":true}\n' \
    "$(mcp_json_escape "$_mcp_text")" "$(printf '%s' "$_mcp_json" | sed 's/^{,/{/')"
}

# TYPE MESSAGE [--hint HINT] [--data JSON]: a failed result of this kind. The tool goes on.
mcp_error() {
  _mcp_error="{\"type\":$(mcp_json_escape "${1:-internal_error}"),\"message\":$(mcp_json_escape "${2:-Unknown error}")"
  mcp_log_debug mcp_error "${1:-internal_error}: ${2:-Unknown error}"
  shift $(($# > 2 ? 2 : $#))
  while [ $# -ge 2 ]; do
    case $1 in
      --hint) _mcp_error=$_mcp_error,\"hint\":$(mcp_json_escape "$2") ;;
      --data) _mcp_error=$_mcp_error,\"data\":$(printf '%s' "$2" | __mcp_read compact || mcp_json_obj _invalid_json "$2") ;;
    esac
    shift 2
  done
  mcp_result_error "$_mcp_error}"
}

# TEXT_OR_JSON [--path FILE [--mime TYPE] [--uri URI]]…: a result with files beside it.
mcp_result_text_with_resource() {
  _mcp_result=$(__mcp_json_or_text "$1") _mcp_files='' _mcp_entry=''
  shift
  while [ $# -ge 2 ]; do
    case $1 in
      --path)
        _mcp_files=$_mcp_files${_mcp_entry:+$_mcp_entry\},} _mcp_entry=''
        if [ -f "$2" ] && [ -r "$2" ]; then _mcp_entry={\"path\":$(mcp_json_escape "$2"); else mcp_log_warn sdk "not a file that can be read: $2"; fi
        ;;
      --mime) _mcp_entry=${_mcp_entry:+$_mcp_entry,\"mimeType\":$(mcp_json_escape "$2")} ;;
      --uri) _mcp_entry=${_mcp_entry:+$_mcp_entry,\"uri\":$(mcp_json_escape "$2")} ;;
    esac
    shift 2
  done
  _mcp_files=$_mcp_files${_mcp_entry:+$_mcp_entry\}}
  if [ -n "$_mcp_files" ] && [ -n "${MCP_TOOL_RESOURCES_FILE:-}" ]; then printf '[%s]' "${_mcp_files%,}" >"$MCP_TOOL_RESOURCES_FILE"; fi
  mcp_result_success "$_mcp_result"
}

# Done by the mcp command -----------------------------------------------------------------------------------------------

# Its arguments, or whatever JSON it is given, go through stdin: they are nobody else's business.
__mcp_helper() {
  if __mcp_command "$2"; then "$CONCORD_MCP" helper "$1"; else cat >/dev/null && return 1; fi
}
__mcp_command() {
  [ -n "${CONCORD_MCP:-}" ] || ! __mcp_warn "$1 needs the mcp command: set CONCORD_MCP to its path, or run the tool with mcp serve or mcp run-tool"
}

# JSON [MAX_BYTES] [--array-path PATH]: prints {result, truncated, kept, total} or {result: null, error}.
mcp_json_truncate() { mcp_json_arr "$@" | __mcp_helper json-truncate mcp_json_truncate; }

# STDOUT STDERR EXIT_CODE: prints what a command said went wrong.
mcp_extract_cli_error() { mcp_json_arr "$@" | __mcp_helper extract-cli-error mcp_extract_cli_error; }

# --url URL --out FILE [--allow HOST]… [--deny HOST]… [--max-bytes N] [--timeout S] [--user-agent A] [--retry N] [--retry-delay S]:
# prints {success, bytes, path} or {success: false, error: {type, message}}.
mcp_download_safe() { mcp_json_arr "$@" | __mcp_helper download mcp_download_safe; }

# The same; prints the path, and fails the call when there was no success.
mcp_download_safe_or_fail() {
  _mcp_result=$(mcp_download_safe "$@") || mcp_fail -32603 'Download failed: the mcp command is not there'
  if ! printf '%s' "$_mcp_result" | __mcp_read value .path; then
    mcp_fail_invalid_args "Download failed ($(printf '%s' "$_mcp_result" | __mcp_read value .error.type)): $(printf '%s' "$_mcp_result" | __mcp_read value .error.message)"
  fi
}

# [--env VARIABLE] [--file FILE] [--example FILE] [--defaults JSON]: sets MCP_CONFIG_JSON; what is named first wins.
mcp_config_load() {
  _mcp_value='' _mcp_variable=''
  for _mcp_flag in "$@"; do
    if [ "$_mcp_variable" = --env ]; then
      case $_mcp_flag in '' | [0-9]* | *[!A-Za-z0-9_]*) ;; *) eval "_mcp_value=\${$_mcp_flag:-}" ;; esac
    fi
    _mcp_variable=$_mcp_flag
  done
  MCP_CONFIG_JSON=$(mcp_json_arr "$_mcp_value" "$@" | __mcp_helper config-load mcp_config_load) || return
  export MCP_CONFIG_JSON
}

__mcp_config() { printf '%s' "${MCP_CONFIG_JSON:-{\}}"; }

# FILTER [--default VALUE]: status 1 when there is no such value and no default.
mcp_config_get() {
  _mcp_status=0
  _mcp_text=$(__mcp_config | __mcp_select "$1") || _mcp_status=$?
  if [ "$_mcp_status" -eq 0 ]; then printf '%s' "$_mcp_text"; elif [ "${2-}" = --default ]; then printf '%s' "${3-}"; else return 1; fi
}

# ATTEMPTS SECONDS -- COMMAND…: runs it again while its status is 3 or more, after that long, twice that long, and so on.
mcp_with_retry() {
  if ! __mcp_is_integer "$1" || [ "$(__mcp_number "$2" none)" = none ]; then
    __mcp_warn 'mcp_with_retry: expected ATTEMPTS SECONDS -- COMMAND'
    return 1
  fi
  _mcp_attempts=$1 _mcp_delay=$2
  shift 2
  if [ "${1-}" = -- ]; then shift; fi
  while :; do
    if "$@"; then return 0; else _mcp_status=$?; fi
    _mcp_attempts=$((_mcp_attempts - 1))
    if [ "$_mcp_status" -le 2 ] || [ "$_mcp_attempts" -le 0 ]; then return "$_mcp_status"; fi
    mcp_log_debug retry "exit $_mcp_status, trying again"
    sleep "$(LC_ALL=C awk "BEGIN { srand(); print $_mcp_delay * (1 + rand() / 2) }")"
    _mcp_delay=$(LC_ALL=C awk "BEGIN { print $_mcp_delay * 2 }")
  done
}

# --pattern REGEXP [--extract json|match1|ratio] [--total N] [--interval S] [--progress-file FILE] [--stdout FILE]
# [--stderr-file FILE] [--dry-run] [--quiet] -- COMMAND…: lines of its stderr that match are progress. Its status is the command's.
mcp_run_with_progress() {
  _mcp_options='' _mcp_stdout='' _mcp_pattern=''
  while [ $# -gt 1 ]; do
    case "$1 $2" in
      '-- '*) break ;;
      '--dry-run '* | '--quiet '*) _mcp_options="$_mcp_options,\"$1\"" && shift && continue ;;
      '--extract json' | '--extract match1' | '--extract ratio' | '--stderr-file '* | '--progress-file '*) ;;
      '--pattern '?*) _mcp_pattern=$2 ;;
      '--stdout '?*) _mcp_stdout=$2 ;;
      '--total '[1-9]* | '--interval '[0-9.]*) [ "$(__mcp_number "$2" 0)" != 0 ] || break ;;
      *) break ;;
    esac
    _mcp_options="$_mcp_options,\"$1\",$(mcp_json_escape "$2")"
    shift 2
  done
  if [ "${1-}" = -- ] && [ -n "$_mcp_pattern" ]; then shift; else
    __mcp_warn "mcp_run_with_progress: expected --pattern REGEXP … -- COMMAND, and not ${1-}${2+ $2}"
    return 1
  fi
  __mcp_command mcp_run_with_progress || return
  if [ -n "$_mcp_stdout" ]; then __mcp_watch "$@" 4>"$_mcp_stdout"; else __mcp_watch "$@" 4>&1; fi
}

# Runs a command with its stdout where 4 leads, and its stderr through the mcp command. 5 carries its status out of the pipeline.
__mcp_watch() {
  _mcp_status=$({ __mcp_watched "$@" | "$CONCORD_MCP" helper progress "[${_mcp_options#,}]" >&2; } 5>&1) || :
  return "${_mcp_status:-1}"
}
__mcp_watched() {
  if "$@" 2>&1 >&4 4>&- 5>&-; then _mcp_status=0; else _mcp_status=$?; fi
  printf '%s' "$_mcp_status" >&5
}

# Elicitation -----------------------------------------------------------------------------------------------------------

# REQUEST [SECONDS]: prints {action, content}. The status is 0 whatever the answer: the action tells.
__mcp_ask() {
  if [ "${MCP_ELICIT_SUPPORTED:-0}" != 1 ] || [ -z "${MCP_ELICIT_REQUEST_FILE:-}" ]; then
    printf '{"action":"decline","content":null}'
    return 0
  fi
  _mcp_seconds=${2:-${MCPBASH_ELICITATION_TIMEOUT:-30}}
  __mcp_is_integer "$_mcp_seconds" || _mcp_seconds=30
  # Whoever asks for us has that long; an answer that comes after we stopped waiting would be taken for one to the next question.
  _mcp_ticks=$((_mcp_seconds * 10 + 20))
  rm -f "$MCP_ELICIT_RESPONSE_FILE"
  printf '%s' "$1" >"$MCP_ELICIT_REQUEST_FILE.part"
  mv "$MCP_ELICIT_REQUEST_FILE.part" "$MCP_ELICIT_REQUEST_FILE"
  until [ -e "$MCP_ELICIT_RESPONSE_FILE" ]; do
    _mcp_action=''
    if mcp_is_cancelled; then _mcp_action=cancel; elif [ "$_mcp_ticks" -le 0 ]; then _mcp_action=error; fi
    if [ -n "$_mcp_action" ]; then
      rm -f "$MCP_ELICIT_REQUEST_FILE"
      printf '{"action":"%s","content":null}' "$_mcp_action"
      return 0
    fi
    sleep 0.1 2>/dev/null || { sleep 1 && _mcp_ticks=$((_mcp_ticks - 9)); }
    _mcp_ticks=$((_mcp_ticks - 1))
  done
  cat "$MCP_ELICIT_RESPONSE_FILE"
  rm -f "$MCP_ELICIT_RESPONSE_FILE"
}

# MESSAGE SCHEMA [SECONDS] [MODE]
mcp_elicit() {
  __mcp_ask "{\"message\":$(mcp_json_escape "$1"),\"schema\":$(__mcp_json_or_text "$2"),\"mode\":$(mcp_json_escape "${4:-form}")}" "${3-}"
}
# MESSAGE URL [SECONDS]
mcp_elicit_url() { __mcp_ask "{\"message\":$(mcp_json_escape "$1"),\"url\":$(mcp_json_escape "$2"),\"mode\":\"url\"}" "${3-}"; }

# MESSAGE FIELD SCHEMA_OF_FIELD
__mcp_elicit_field() {
  _mcp_field=$(mcp_json_escape "$2")
  mcp_elicit "$1" "{\"type\":\"object\",\"properties\":{$_mcp_field:$3},\"required\":[$_mcp_field]}"
}

# VALUE:TITLE…: what can be chosen, each with its title.
__mcp_titled() {
  _mcp_choices=''
  for _mcp_choice in "$@"; do
    _mcp_choices="$_mcp_choices,{\"const\":$(mcp_json_escape "${_mcp_choice%%:*}"),\"title\":$(mcp_json_escape "${_mcp_choice#*:}")}"
  done
  printf '[%s]' "${_mcp_choices#,}"
}

# MESSAGE [FIELD]; MESSAGE; then MESSAGE VALUE…, titled ones as VALUE:TITLE. The content has the field, confirmed, choice or choices.
mcp_elicit_string() { __mcp_elicit_field "$1" "${2:-value}" '{"type":"string"}'; }
mcp_elicit_confirm() { __mcp_elicit_field "$1" confirmed '{"type":"boolean"}'; }
mcp_elicit_choice() { _mcp_message=$1 && shift && __mcp_elicit_field "$_mcp_message" choice "{\"type\":\"string\",\"enum\":$(mcp_json_arr "$@")}"; }
mcp_elicit_titled_choice() { _mcp_message=$1 && shift && __mcp_elicit_field "$_mcp_message" choice "{\"type\":\"string\",\"oneOf\":$(__mcp_titled "$@")}"; }
mcp_elicit_multi_choice() { _mcp_message=$1 && shift && __mcp_elicit_field "$_mcp_message" choices "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":$(mcp_json_arr "$@")}}"; }
mcp_elicit_titled_multi_choice() { _mcp_message=$1 && shift && __mcp_elicit_field "$_mcp_message" choices "{\"type\":\"array\",\"items\":{\"anyOf\":$(__mcp_titled "$@")}}"; }
