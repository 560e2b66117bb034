import { delimiter, isAbsolute, join } from 'node:path';
import { isExecutableFile } from '../files/find-program.js';

const found = new Map<string, Readonly<Record<string, string>>>();

/** The variables that tell scripts which JSON program is on this PATH: jq, gojq or none. */
export function jsonTool(path: string): Readonly<Record<string, string>> {
  const known = found.get(path);
  if (known) return known;
  const facts = search(path);
  found.set(path, facts);
  return facts;
}

function search(path: string): Readonly<Record<string, string>> {
  const folders = path.split(delimiter).filter(folder => isAbsolute(folder));
  for (const name of ['jq', 'gojq']) {
    const file = folders.map(folder => join(folder, name)).find(isExecutableFile);
    if (file !== undefined) return { MCPBASH_JSON_TOOL: name, MCPBASH_JSON_TOOL_BIN: file };
  }
  return { MCPBASH_JSON_TOOL: 'none', MCPBASH_JSON_TOOL_BIN: '' };
}
