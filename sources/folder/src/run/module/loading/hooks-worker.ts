// The import hooks for Node versions that have neither synchronous hooks nor TypeScript. Runs in a thread that Node starts for them.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { stripTypes } from './strip-types.js';

type Next = (...given: unknown[]) => Promise<unknown>;
let known: { authors: string; authorsName: string };

export function initialize(data: typeof known): void {
  known = data;
}

export async function resolve(specifier: string, context: unknown, next: Next): Promise<unknown> {
  if (specifier === known.authorsName) return { url: known.authors, format: 'module', shortCircuit: true };
  return next(specifier, context);
}

export async function load(url: string, context: unknown, next: Next): Promise<unknown> {
  if (!/\.m?ts$/.test(url) || !url.startsWith('file:')) return next(url, context);
  const source = await stripTypes(await readFile(fileURLToPath(url), 'utf8'));
  if ('fault' in source) throw new SyntaxError(`${source.fault} (line ${source.line})`);
  return { format: 'module', source: source.code, shortCircuit: true };
}
