import { type Definition, isAllowed } from '@concord/client';
import type { JsonObject } from '@concord/contract';
import type { Snapshot, Source } from '@concord/engine';

/** A source that shows only what the filters of its entry let through, and whose calls mask the secrets of its entry. */
export function filteredSource(source: Source, definition: Definition): Source {
  let from: Snapshot | undefined;
  let shown: Snapshot | undefined;
  const snapshot = (): Snapshot => {
    const now = source.snapshot();
    if (now === from && shown) return shown;
    const tools = now.tools
      .filter(tool => isAllowed(definition, tool.name))
      .map(tool => ({
        ...tool,
        secrets: (args: JsonObject) => [...definition.secrets, ...(tool.secrets?.(args) ?? [])],
      }));
    from = now;
    shown = { ...now, tools };
    return shown;
  };
  return {
    identity: source.identity,
    kinds: source.kinds,
    snapshot,
    open: () => source.open(),
    onChange: listener => source.onChange(listener),
    ...(source.onProblem && { onProblem: listener => source.onProblem!(listener) }),
    ...(source.onUpdated && { onUpdated: listener => source.onUpdated!(listener) }),
    ...(source.read && { read: (uri, call) => source.read!(uri, call) }),
    ...(source.prompt && { prompt: (name, args, call) => source.prompt!(name, args, call) }),
    ...(source.complete && { complete: (request, call) => source.complete!(request, call) }),
    ...(source.watch && { watch: uri => source.watch!(uri) }),
    ...(source.unwatch && { unwatch: uri => source.unwatch!(uri) }),
    close: () => source.close(),
  };
}
