import { isJsonObject, type Json, type JsonObject, ProblemError, problem } from '@concord/contract';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { CallerAccount } from './account.js';
import type { Callers, Identified } from './callers.js';
import { KeptFor } from './kept-for.js';
import { type KeySet, keySetOf } from './key-set.js';
import { readRights } from './read-rights.js';
import type { Rights } from './rights.js';
import { tokenHash } from './token.js';

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA', 'Ed25519'];
const LONGEST_KEPT_MS = 60_000;
const MOST_KEPT = 10_000;
const LONGEST_NAME = 200;

/** Whose signed tokens count, and for whom they have to be made. */
export interface SignedTokens {
  readonly issuer: string;
  readonly audience: string;
  /** A file or an address of the issuer's keys; without it the issuer is asked where they are. */
  readonly keys?: string | undefined;
}

/** Callers with signed tokens (JWT) of one issuer. Their rights stand in the claims `concord` and `scope`. */
export function signedCallers({ issuer, audience, keys: place }: SignedTokens): Callers {
  const keys = keySetOf(issuer, place);
  const known = new KeptFor<CallerAccount>(LONGEST_KEPT_MS, MOST_KEPT);
  return {
    issuer,
    async identify(token): Promise<Identified> {
      const hash = tokenHash(token);
      const kept = known.get(hash);
      if (kept) return { account: kept };
      const verified = await verify(token, keys, { issuer, audience });
      if ('unknown' in verified) return verified;
      const { claims } = verified;
      try {
        const subject = String(claims.sub ?? claims.client_id ?? claims.azp ?? 'unnamed').slice(0, LONGEST_NAME);
        const account = new CallerAccount(`${issuer}|${subject}`, subject, rightsIn(claims as JsonObject));
        known.set(hash, account, claims.exp! * 1_000 - Date.now());
        return { account };
      } catch (error) {
        return { unknown: `its rights cannot be read: ${(error as Error).message}` };
      }
    },
  };
}

type Verified = { readonly claims: JWTPayload } | { readonly unknown: string };

async function verify(
  token: string,
  keys: KeySet,
  { issuer, audience }: Pick<SignedTokens, 'issuer' | 'audience'>,
): Promise<Verified> {
  const options = { issuer, audience, algorithms: ALGORITHMS, requiredClaims: ['exp'] };
  const verifyWith = async (known: JSONWebKeySet): Promise<Verified> => {
    const { payload } = await jwtVerify(token, createLocalJWKSet(known), options);
    return { claims: payload };
  };
  const known = await keys.keys().catch(error => {
    throw new ProblemError(
      problem('unavailable', `The keys of ${issuer} cannot be read: ${(error as Error).message}`, {
        retryable: true,
        details: { reason: 'keys' },
      }),
    );
  });
  try {
    return await verifyWith(known);
  } catch (error) {
    const newer = error instanceof errors.JWKSNoMatchingKey ? await keys.newer() : undefined;
    if (newer === undefined) return { unknown: (error as Error).message };
    return verifyWith(newer).catch(again => ({ unknown: (again as Error).message }));
  }
}

/** The claim `concord` has rights as a token has them; otherwise scopes that name one count, and others mean nothing here. */
function rightsIn({ concord, scope }: JsonObject): Rights {
  if (concord !== undefined) {
    if (!isJsonObject(concord)) throw new Error('the claim concord is no object');
    return readRights(concord, 'concord');
  }
  return readRights(rightsOfScopes(typeof scope === 'string' ? scope.split(' ') : []), 'scope');
}

const texts: Readonly<Record<string, string>> = {
  tier: 'tier',
  rate: 'rate',
  bytes: 'bytes',
  spill: 'spillBytes',
  discover: 'discover',
};

/** `servers:files servers:code tools:files/read_* read-only operations rate:60/min concurrent:8 bytes:200MB/day tier:pro`. */
function rightsOfScopes(scopes: readonly string[]): JsonObject {
  const rights: Record<string, Json> = {};
  for (const each of scopes) {
    const [, name, value] = /^([a-z-]{1,20})(?::(.{1,200}))?$/.exec(each) ?? [];
    if (name === 'operations' && value === undefined) rights.operations = true;
    else if (name === 'read-only' && value === undefined) rights.readOnly = true;
    else if ((name === 'servers' || name === 'tools') && value !== undefined)
      rights[name] = [...((rights[name] as Json[] | undefined) ?? []), value];
    else if (name === 'concurrent' && value !== undefined) rights.concurrent = Number(value);
    else if (name !== undefined && value !== undefined && Object.hasOwn(texts, name)) rights[texts[name]!] = value;
  }
  return rights;
}
