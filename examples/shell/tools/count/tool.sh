#!/bin/sh
# Counts the files below a folder, and their lines.
set -eu
. "$MCP_SDK/tool-sdk.sh"

# Fails with -32602 when the path is outside the folders the client works in.
folder=$(mcp_require_path '.path' --default-to-single-root)
ending=$(mcp_args_get '.ending' --default '')

mcp_progress 0 "looking into $folder"
files=$(find "$folder" -type f -name "*$ending" ! -path '*/.*' | wc -l)
lines=$(find "$folder" -type f -name "*$ending" ! -path '*/.*' -exec cat {} + | wc -l)
printf '{"files": %d, "lines": %d}\n' "$files" "$lines"
