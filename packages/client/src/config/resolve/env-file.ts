import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { ServerEntry } from '../entry/definition.js';
import { fieldError } from '../entry/fields.js';

/** The size limit of an environment file. */
const LARGEST = 1024 * 1024;

/** The variables of an `envFile`. Throws when it cannot be read: a server that starts without its settings would fail in ways that are harder to explain. */
export function readEnvFile(server: ServerEntry, path: string): readonly (readonly [string, string])[] {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw fieldError(server, 'envFile', `names no regular file: ${path}`);
    if (found.size > LARGEST) throw fieldError(server, 'envFile', `names a file larger than 1 MiB: ${path}`);
    return Object.entries(parseEnv(readFileSync(path, 'utf8'))).map(([name, value]) => [name, value ?? ''] as const);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw fieldError(server, 'envFile', `cannot be read: ${path} (${code})`);
  }
}
