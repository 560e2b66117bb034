import type { Store, StoredCaller } from '@concord/store';
import { CallerAccount } from './account.js';
import type { Callers, Identified } from './callers.js';
import { KeptFor } from './kept-for.js';
import { rightsFrom } from './read-rights.js';
import { tokenHash } from './token.js';

/** Rights are no older than this, also when the store is away. */
const OLDEST_RIGHTS_MS = 60_000;
const MOST_KEPT = 10_000;

/**
 * Callers with tokens that a store knows by their hashes. Every token is looked up in the same way, whatever it looks like, so that the time
 * tells nothing about those there are.
 */
export function storedCallers(store: Store): Callers {
  const known = new KeptFor<CallerAccount>(OLDEST_RIGHTS_MS, MOST_KEPT);
  store.onNotice(({ topic }) => {
    if (topic === 'callers') known.clear();
  });
  return {
    async identify(token): Promise<Identified> {
      const hash = tokenHash(token);
      const kept = known.get(hash);
      if (kept) return { account: kept };
      const found = await store.callers.findByToken(hash);
      if (found === undefined) return { unknown: 'no caller has this token' };
      const { caller, now } = found;
      const why = unusable(caller, now);
      if (why !== undefined) return { unknown: why };
      const account = accountOf(caller);
      known.set(hash, account, caller.expiresAt === undefined ? OLDEST_RIGHTS_MS : caller.expiresAt - now);
      return { account };
    },
  };
}

/** What is kept for a caller belongs to this life of its name: who gets the name later is another. */
export function accountOf({ name, createdAt, rights }: StoredCaller): CallerAccount {
  return new CallerAccount(`${name}@${createdAt}`, name, rightsFrom(rights));
}

function unusable({ name, revokedAt, expiresAt }: StoredCaller, now: number): string | undefined {
  if (revokedAt !== undefined) return `the token of '${name}' was revoked`;
  return expiresAt !== undefined && expiresAt <= now ? `the token of '${name}' has expired` : undefined;
}
