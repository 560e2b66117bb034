import { stat } from 'node:fs/promises';
import type { ModuleMeta, ScanOptions } from './walk/scanning.js';

/** Asks a module about itself only when its file has changed since it was last asked. */
export function rememberingModules(
  ask: NonNullable<ScanOptions['moduleMeta']>,
): NonNullable<ScanOptions['moduleMeta']> {
  const known = new Map<string, { readonly stamp: string; readonly meta: ModuleMeta }>();
  return async file => {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true });
    const stamp = `${mtimeNs} ${size} ${ino}`;
    const last = known.get(file);
    if (last?.stamp === stamp) return last.meta;
    const meta = await ask(file);
    known.set(file, { stamp, meta });
    return meta;
  };
}
