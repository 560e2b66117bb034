import type { JsonObject } from '@concord/contract';
import type { Callers } from './callers.js';
import { challenge, isMetadataPath, lacking, resourceMetadata } from './challenge.js';

/** Where callers come in: who they are, and what they are told who are not let in. */
export interface Door extends Callers {
  /** `WWW-Authenticate` for who has no token, or a wrong one. */
  challenge(origin: string, wasGiven: boolean): string;
  /** The same for who lacks a right. */
  lacking(origin: string, right: string): string;
  /** The document at a path, where that is about who gives out tokens. */
  metadataAt(path: string, origin: string): JsonObject | undefined;
}

/** With `readOnly` every caller is let in to read, whatever else it might do. */
export function doorFor(callers: Callers, readOnly = false): Door {
  return {
    issuer: callers.issuer,
    identify: async token => {
      const known = await callers.identify(token);
      return readOnly && 'account' in known ? { account: known.account.reading() } : known;
    },
    challenge,
    lacking,
    metadataAt: (path, origin) => (isMetadataPath(path) ? resourceMetadata(origin, callers.issuer) : undefined),
  };
}
