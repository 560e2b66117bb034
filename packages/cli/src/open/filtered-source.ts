import { type Definition, isAllowed } from '@concord/client';
import { delegatingSource, type Snapshot, type Source, secretsWith } from '@concord/engine';

/** A source that shows only the tools its entry allows, and masks the secrets of its entry. */
export function filteredSource(source: Source, definition: Definition): Source {
  let from: Snapshot | undefined;
  let shown: Snapshot | undefined;
  return delegatingSource(() => source, {
    snapshot: () => {
      const now = source.snapshot();
      if (now !== from || shown === undefined) shown = filtered(now, definition);
      from = now;
      return shown;
    },
    secrets: () => secretsWith(source, definition.secrets),
  });
}

function filtered(snapshot: Snapshot, definition: Definition): Snapshot {
  const isShown = (name: string) => isAllowed(definition, name);
  const withheld = snapshot.tools.filter(tool => !isShown(tool.name)).map(tool => tool.name);
  if (withheld.length === 0) return snapshot;
  return { ...snapshot, tools: snapshot.tools.filter(tool => isShown(tool.name)), withheld };
}
