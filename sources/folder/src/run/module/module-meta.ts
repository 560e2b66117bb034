import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '@concord/contract';
import type { World } from '../../call/run-context.js';
import type { Diagnostic } from '../../project/items.js';
import { stripTypes } from './loading/strip-types.js';
import { ModuleThread } from './module-thread.js';

const PATIENCE_MS = 5_000;

/** What a module says about itself, learned by loading it in a thread; why not, when it cannot be loaded in time. */
export async function moduleMeta(
  file: string,
  world: Pick<World, 'project' | 'environment' | 'settings'>,
): Promise<JsonObject | { readonly diagnostic: Pick<Diagnostic, 'message' | 'line' | 'hint'> }> {
  const fault = await typeFault(file);
  if (fault) return { diagnostic: fault };
  const thread = new ModuleThread(pathToFileURL(file).href, world);
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it was not loaded within 5 s')), PATIENCE_MS);
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

/** What in a TypeScript module needs more than leaving out its types; undefined for others. */
export async function typeFault(file: string): Promise<Pick<Diagnostic, 'message' | 'line' | 'hint'> | undefined> {
  if (!/\.m?ts$/.test(file)) return undefined;
  const stripped = await stripTypes(await readFile(file, 'utf8'));
  if ('code' in stripped) return undefined;
  const hint = 'only types may be TypeScript: what needs to be compiled, such as an enum, cannot be used';
  return { message: `${stripped.fault} (column ${stripped.column})`, line: stripped.line, hint };
}
