import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodeSqlite } from '../../src/sqlite/node-library.js';

/** A Node that has SQLite: this one, or that of the conformance suite; undefined where there is none. */
export const nodeWithSqlite = findNode();

if (nodeWithSqlite === undefined)
  console.warn(
    'Tests with the SQLite of Node are skipped: they need Node 22.13 or newer (npm ci --prefix test/conformance)',
  );

function findNode(): string | undefined {
  if (nodeSqlite()) return process.execPath;
  const other = fileURLToPath(new URL('../../../../test/conformance/node_modules/node/bin/node', import.meta.url));
  return existsSync(other) ? other : undefined;
}
