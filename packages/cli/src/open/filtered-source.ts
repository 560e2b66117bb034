import { type Definition, isAllowed } from '@concord/client';
import {
  changedSnapshot,
  delegatingSource,
  publishedSource,
  type Snapshot,
  type Source,
  secretsWith,
} from '@concord/engine';

/** A source that shows only the tools its entry allows, and masks the secrets of its entry in all it publishes. */
export function filteredSource(source: Source, definition: Definition): Source {
  return publishedSource(
    delegatingSource(() => source, {
      snapshot: changedSnapshot(source, snapshot => filtered(snapshot, definition)),
      secrets: () => secretsWith(source, definition.secrets),
    }),
  );
}

function filtered(snapshot: Snapshot, definition: Definition): Snapshot {
  const isShown = (name: string) => isAllowed(definition, name);
  const withheld = snapshot.tools.filter(tool => !isShown(tool.name)).map(tool => tool.name);
  if (withheld.length === 0) return snapshot;
  return { ...snapshot, tools: snapshot.tools.filter(tool => isShown(tool.name)), withheld };
}
