import type { Era } from '../session/session.js';

/** Which eras know a request method. Everything else is unknown. */
const methods: Readonly<Record<string, readonly Era[]>> = {
  initialize: ['handshake', 'modern'],
  shutdown: ['handshake'],
  exit: ['handshake'],
  ping: ['handshake'],
  'logging/setLevel': ['handshake'],
  'resources/subscribe': ['handshake'],
  'resources/unsubscribe': ['handshake'],
  'server/discover': ['modern'],
  'subscriptions/listen': ['modern'],
  'tools/list': ['handshake', 'modern'],
  'tools/call': ['handshake', 'modern'],
  'resources/list': ['handshake', 'modern'],
  'resources/templates/list': ['handshake', 'modern'],
  'resources/read': ['handshake', 'modern'],
  'prompts/list': ['handshake', 'modern'],
  'prompts/get': ['handshake', 'modern'],
  'completion/complete': ['handshake', 'modern'],
};

/** What still works when nothing is served. */
const minimal = new Set(['initialize', 'shutdown', 'exit', 'ping', 'logging/setLevel', 'server/discover']);

export function isKnown(method: string, era: Era): boolean {
  return Object.hasOwn(methods, method) && methods[method]!.includes(era);
}

export function worksMinimally(method: string): boolean {
  return minimal.has(method);
}

/** Notifications of a client that mean something here; the others are silently passed over. */
export const notifications = new Set(['notifications/initialized', 'notifications/roots/list_changed']);
