import type { Facts } from '../src/outcome.js';

/** An ordinary call. */
export const facts: Facts = {
  tool: 'get-sum',
  toolVersion: '1.0.0',
  server: 'everything',
  requestId: '8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a',
  tier: 'community',
  timestamp: '2026-02-10T10:30:00.000Z',
  durationMs: 27,
  state: 'finished',
  redactions: 0,
  truncated: false,
};
