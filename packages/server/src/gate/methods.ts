import type { JsonObject } from '@concord/contract';
import type { Era } from '../protocol/versions.js';
import { checkCall, checkTimeout, type ParamsCheck } from './params.js';

/** What the gate knows of a request method. */
interface KnownMethod {
  readonly eras: readonly Era[];
  /** Whether it works also when nothing is served. */
  readonly minimal?: boolean;
  readonly check?: ParamsCheck;
}

const handshake: readonly Era[] = ['handshake'];
const modern: readonly Era[] = ['modern'];
const both: readonly Era[] = ['handshake', 'modern'];

/** Every request method there is. */
const methods: Readonly<Record<string, KnownMethod>> = {
  initialize: { eras: both, minimal: true },
  shutdown: { eras: handshake, minimal: true },
  exit: { eras: handshake, minimal: true },
  ping: { eras: handshake, minimal: true },
  'logging/setLevel': { eras: handshake, minimal: true },
  'server/discover': { eras: modern, minimal: true },
  'subscriptions/listen': { eras: modern },
  'resources/subscribe': { eras: handshake, check: checkTimeout },
  'resources/unsubscribe': { eras: handshake, check: checkTimeout },
  'tools/list': { eras: both, check: checkTimeout },
  'tools/call': { eras: both, check: checkCall },
  'resources/list': { eras: both, check: checkTimeout },
  'resources/templates/list': { eras: both, check: checkTimeout },
  'resources/read': { eras: both, check: checkTimeout },
  'prompts/list': { eras: both, check: checkTimeout },
  'prompts/get': { eras: both, check: checkTimeout },
  'completion/complete': { eras: both, check: checkTimeout },
};

const methodOf = (name: string): KnownMethod | undefined => (Object.hasOwn(methods, name) ? methods[name] : undefined);

export function isKnown(method: string, era: Era): boolean {
  return methodOf(method)?.eras.includes(era) === true;
}

export function worksMinimally(method: string): boolean {
  return methodOf(method)?.minimal === true;
}

/** Why the parameters of a request cannot be used; undefined when they can. This is the only place that checks them for all methods. */
export function paramsFault(method: string, params: JsonObject): string | undefined {
  return methodOf(method)?.check?.(params);
}

/** Notifications of a client that mean something here; the others are silently passed over. */
export const notifications = new Set(['notifications/initialized', 'notifications/roots/list_changed']);
