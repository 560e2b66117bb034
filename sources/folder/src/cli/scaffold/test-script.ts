import { sep } from 'node:path';
import { shellWord } from '../../project/shell-word.js';

/** How each test begins: `root` is the project, `mcp` the command. Without the command it says so, once, and ends as a shell would. */
export function testBeginning(purpose: string, upwards: string): string {
  return `#!/bin/sh
# ${purpose} MCP names the command where it is not called mcp.
set -u
root=$(CDPATH='' cd -- "$(dirname -- "$0")"/${shellWord(upwards.split(sep).join('/'))} && pwd)
mcp=\${MCP:-mcp}
failed=0

command -v "$mcp" >/dev/null || {
  echo "$0: there is no command $mcp; put it on the PATH, or say where it is: MCP=/path/to/mcp $0" >&2
  exit 127
}
`;
}
