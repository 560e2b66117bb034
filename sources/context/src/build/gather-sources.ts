import { readdirSync, statSync } from 'node:fs';
import type { StopSignal } from '@concord/engine';
import { CacheFault } from '../cache/fault.js';
import { idOf } from '../document/id.js';
import { Pace } from '../event-loop/pace.js';
import { compareUtf8 } from '../words/utf8-order.js';
import { walk } from './walk.js';

/** A fault of a source tree, with its position in the walk: the first fault decides. */
export interface SourceFault {
  readonly position: number;
  readonly kind: 'io' | 'internal';
  readonly detail: string;
}

/** A source file with its position in the walk. */
export interface Gathered {
  readonly position: number;
  /** Its path below the sources, as it was found. */
  readonly relative: string;
  readonly id: string;
}

/** The options for gathering sources. */
export interface GatherOptions {
  readonly sources: string;
  readonly skipUnreadable: boolean;
  readonly signal: StopSignal;
  readonly onWarning: (text: string) => void;
  /** Called with the path, below the sources, of everything that is no source file. */
  readonly onSkipped?: (path: string) => void;
}

/** All source files in the order of their ids, and the first fault of the tree. */
export async function gather({ sources, skipUnreadable, signal, onWarning, onSkipped }: GatherOptions): Promise<{
  readonly files: readonly Gathered[];
  readonly fault: SourceFault | undefined;
}> {
  const files: Gathered[] = [];
  const pace = new Pace(signal);
  let fault: SourceFault | undefined;
  let position = 0;
  for (const found of walk(sources)) {
    if (pace.isDue) await pace.turn();
    if ('isSkipped' in found) {
      onSkipped?.(found.path.subarray(Buffer.byteLength(sources) + 1).toString());
      continue;
    }
    position += 1;
    if ('error' in found) {
      const detail = `${found.path.toString()} cannot be read (${found.error.code})`;
      if (skipUnreadable) onWarning(detail);
      else fault ??= { position, kind: 'io', detail };
    } else if (found.relative === undefined)
      fault ??= { position, kind: 'internal', detail: `the name ${found.path.toString()} is not UTF-8` };
    else files.push({ position, relative: found.relative, id: idOf(found.relative) });
  }
  files.sort((one, other) => compareUtf8(one.id, other.id) || one.position - other.position);
  return { files, fault };
}

/** Throws a CacheFault unless the sources are a directory that can be listed. */
export function requireSources(sources: string): void {
  try {
    if (!statSync(sources).isDirectory()) throw new CacheFault('io', `the sources ${sources} are not a directory`);
    readdirSync(sources);
  } catch (error) {
    if (error instanceof CacheFault) throw error;
    throw new CacheFault('io', `the sources ${sources} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
