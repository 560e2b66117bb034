import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of this command, for those it starts; undefined where it runs without having been put together. */
export function ownCommand(): string | undefined {
  const path = fileURLToPath(new URL('../../mcp.cjs', import.meta.url));
  return existsSync(path) ? path : undefined;
}
