import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '@concord/contract';
import type { RunContext } from '../../call/run-context.js';
import type { Diagnostic } from '../../project/items.js';
import { stripTypes } from './loading/strip-types.js';
import { ModuleThread } from './module-thread.js';

const TIMEOUT_MS = 5_000;

/** The `meta` that a module exports, read by loading it in a thread; a diagnostic when it cannot be loaded in time. */
export async function moduleMeta(
  file: string,
  context: Pick<RunContext, 'project' | 'environment' | 'settings'>,
): Promise<JsonObject | { readonly diagnostic: Pick<Diagnostic, 'message' | 'line' | 'hint'> }> {
  const fault = await typeFault(file);
  if (fault) return { diagnostic: fault };
  const thread = new ModuleThread(pathToFileURL(file).href, context);
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it was not loaded within 5 s')), TIMEOUT_MS);
    });
    return (await Promise.race([thread.loaded, late])) ?? {};
  } catch (error) {
    return {
      diagnostic: { message: `it cannot be loaded: ${error instanceof Error ? error.message : 'unknown reason'}` },
    };
  } finally {
    clearTimeout(timer);
    thread.end();
  }
}

/** The first construct of a TypeScript module that needs compiling; undefined when removing its types is enough. */
export async function typeFault(file: string): Promise<Pick<Diagnostic, 'message' | 'line' | 'hint'> | undefined> {
  if (!/\.m?ts$/.test(file)) return undefined;
  const stripped = await stripTypes(await readFile(file, 'utf8'));
  if ('code' in stripped) return undefined;
  const hint = 'only types may be TypeScript: what needs to be compiled, such as an enum, cannot be used';
  return { message: `${stripped.fault} (column ${stripped.column})`, line: stripped.line, hint };
}
