import { emptySnapshot, type Source } from '@concord/engine';

/** What stands for an entry that cannot be used: it has nothing, and says why. */
export function failedSource(name: string, reason: string): Source {
  const state = { phase: 'failed', since: new Date().toISOString(), lastError: reason } as const;
  return {
    identity: { name, version: '0.0.0' },
    kinds: ['tools'],
    open: async () => {},
    snapshot: () => emptySnapshot,
    onChange: () => () => {},
    state: () => state,
    close: async () => {},
  };
}
