# Loads the policy of a project, and asks it about each call: two lines in, the tool's name and its metadata; four lines
# out, the verdict, and the code, message and data the policy set for a denial, each behind a colon.
. "$1" || exit 1
command -v mcp_tools_policy_check >/dev/null || exit 2
one_line() {
  printf '%s' "$1" | tr '\n\r' '  '
}
printf 'ready\n'
while IFS= read -r policy_name && IFS= read -r policy_metadata; do
  _MCP_TOOLS_ERROR_CODE='' _MCP_TOOLS_ERROR_MESSAGE='' _MCP_TOOLS_ERROR_DATA=''
  if mcp_tools_policy_check "$policy_name" "$policy_metadata" </dev/null >&2; then
    printf 'allow\n:\n:\n:\n'
  else
    printf 'deny\n:%s\n:%s\n:%s\n' "$(one_line "$_MCP_TOOLS_ERROR_CODE")" "$(one_line "$_MCP_TOOLS_ERROR_MESSAGE")" \
      "$(one_line "$_MCP_TOOLS_ERROR_DATA")"
  fi
done
