import { abortSignalOf, type Call, whenAborted } from '@concord/engine';
import type { Visit } from '../reach/on-server.js';

/** What a source sees of a reading of a resource or prompt: it ends with the command's time, and asks nothing back. */
export function plainCall({ server, limit }: Visit): Call {
  return {
    requestId: '0'.repeat(32),
    tool: server.entry.name,
    caller: { name: 'mcp', transport: 'cli' },
    tier: 'community',
    signal: abortSignalOf(limit.signal),
    stopped: undefined,
    onStop: listener => whenAborted(abortSignalOf(limit.signal), listener),
    timeoutMs: limit.remainingMs() ?? Number.MAX_SAFE_INTEGER,
    remainingMs: () => limit.remainingMs() ?? Number.MAX_SAFE_INTEGER,
    wantsProgress: false,
    canElicit: false,
    progress: () => {},
    extend: () => {},
    log: () => {},
    secret: () => {},
    masked: () => {},
    ask: async questions => Object.fromEntries(Object.keys(questions).map(key => [key, { action: 'decline' }])),
  };
}
