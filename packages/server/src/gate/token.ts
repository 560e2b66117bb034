import { createHash, timingSafeEqual } from 'node:crypto';
import { isJsonObject, type Json } from '@concord/contract';
import type { Session } from '../session/session.js';
import type { Settings } from '../settings/settings.js';

/** Decides whether a message carries the token a connection asks for. */
export interface TokenCheck {
  /** A sentence why not, or undefined when the message may pass. */
  refuses(method: string, params: Json | undefined, session: Session): string | undefined;
}

/** Lets every message pass: for connections without a token, and for those where the transport has asked for it. */
export const noToken: TokenCheck = { refuses: () => undefined };
const MINUTE = 60_000;
const MOST_WARNINGS = 100;

/** The check of a stdio connection behind a proxy; lets everything pass when no token is set. Warns once for each method of notification that was dropped. */
export function stdioToken(settings: Settings, warn: (message: string) => void): TokenCheck {
  const { remoteToken, remoteTokenKeys, maxTokenFailuresPerMinute } = settings;
  if (remoteToken === undefined) return noToken;
  const wanted = digest(remoteToken);
  const warned = new Set<string>();
  let failures: number[] = [];

  return {
    refuses: (method, params, session) => {
      if (method === 'notifications/initialized' && session.phase !== 'new') return undefined;
      const meta = isJsonObject(params) ? params._meta : undefined;
      const given = isJsonObject(meta) ? remoteTokenKeys.map(key => meta[key]) : [];
      if (given.some(each => typeof each === 'string' && timingSafeEqual(digest(each), wanted))) return undefined;
      if (method.startsWith('notifications/') && !warned.has(method) && warned.size < MOST_WARNINGS) {
        warned.add(method);
        warn(`${method.slice(0, 100)} came without the remote token and was dropped`);
      }
      const now = performance.now();
      failures = [...failures.filter(time => now - time < MINUTE), now].slice(-1_000);
      const throttled = failures.length > maxTokenFailuresPerMinute;
      return `Missing or invalid remote token${throttled ? ' (throttled)' : ''}`;
    },
  };
}

/** Tokens are compared by digest, so that neither length nor content shows in the time it takes. */
export function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
