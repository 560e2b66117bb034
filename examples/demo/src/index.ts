import { version } from '@concord/contract/version';
import type { Source, SourceKind, Tool } from '@concord/engine';
import { completeLanguage, prompts, review } from './prompts.js';
import { readDemo, resources, resourceTemplates } from './resources.js';
import { failingTools } from './tools/failing.js';
import { simpleTools } from './tools/simple.js';
import { toughTools } from './tools/tough.js';

/** A Source for trying things out: docs, tests and benchmarks use it. */
export function demoSource(): Source {
  const listeners = new Set<(kinds: readonly SourceKind[]) => void>();
  const updated = new Set<(uri: string) => void>();
  let extra: readonly Tool[] = [];
  const snapshotNow = () => ({
    tools: [
      ...simpleTools,
      ...failingTools.map(tool => ({ ...tool, listedInFull: true })),
      ...toughTools(change, touch),
      ...extra,
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    resources,
    resourceTemplates,
    prompts,
    builtAt: new Date().toISOString(),
  });

  /** Adds a tool to the list, or takes it away again. */
  function change(): boolean {
    extra = extra.length === 0 ? [{ ...simpleTools[0]!, name: 'now_you_see_me' }] : [];
    snapshot = snapshotNow();
    for (const listener of listeners) listener(['tools']);
    return extra.length > 0;
  }

  function touch(uri: string): void {
    for (const listener of updated) listener(uri);
  }

  let snapshot = snapshotNow();
  return {
    identity: {
      name: 'demo',
      version,
      title: 'Concord demo',
      description: 'Small tools that show how calls succeed and fail',
      instructions: 'Call echo to see a success, or any fail_… tool to see how a failure of that kind looks.',
    },
    kinds: ['tools', 'resources', 'prompts', 'completions'],
    open: async () => {},
    snapshot: () => snapshot,
    onChange: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onUpdated: listener => {
      updated.add(listener);
      return () => updated.delete(listener);
    },
    read: readDemo,
    prompt: review,
    complete: completeLanguage,
    close: async () => {},
  };
}

export default demoSource;
