import type { Snapshot, SourceState } from '@concord/engine';
import type { Mount } from './catalog.js';
import { prefixOf, type View } from './view.js';

/** A Source that was not reached so far. */
export interface AbsentOwner {
  readonly name: string;
  /** Why the last attempt failed; undefined during the first. */
  readonly reason: string | undefined;
  readonly isTriedAgain: boolean;
  /** Resolves when the first attempt has come to an end, good or bad. */
  tried(): Promise<void>;
}

/** The Source whose name stands before another, as long as it is not connected and has listed nothing. */
export function absentOwner(
  name: string,
  { mounts, snapshots, isPrefixed }: Pick<View, 'mounts' | 'snapshots' | 'isPrefixed'>,
  stateOf: (mount: Mount) => SourceState,
  tried: (mount: Mount) => Promise<void>,
): AbsentOwner | undefined {
  const isMeant = (each: Mount) => !isPrefixed || name.startsWith(`${each.name}__`) || name.startsWith(prefixOf(each));
  const at = mounts.findIndex(each => !each.isOwn && isMeant(each));
  const mount = mounts[at];
  if (mount === undefined || stateOf(mount).phase === 'ready' || hasListed(snapshots[at])) return undefined;
  const isTriedAgain = mount.source.isForeign === true;
  return { name: mount.name, reason: stateOf(mount).lastError, isTriedAgain, tried: () => tried(mount) };
}

function hasListed(snapshot: Snapshot | undefined): boolean {
  if (snapshot === undefined) return false;
  const { tools, resources, resourceTemplates, prompts } = snapshot;
  return [tools, resources, resourceTemplates, prompts].some(list => list.length > 0);
}
