import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@concord/contract';
import { makePrivateFolder, replaceFile } from '@concord/engine';
import { load } from '../config/files/load.js';
import { LockedOut, underLock } from '../state/under-lock.js';
import { AuthFailure } from './failure.js';

/** Tokens as they are kept. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly scope?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** What one authorization server gave us for one server. */
export interface Credential {
  readonly issuer: string;
  /** The server's address, without a fragment. */
  readonly resource: string;
  readonly tokens?: Tokens;
  /** The client information of our own registration. */
  readonly client?: JsonObject;
  /** Where the browser is sent back to in that registration. */
  readonly redirectUrl?: string;
  readonly revocationEndpoint?: string;
  /** Scopes the server asked for that the tokens do not have. */
  readonly wantedScope?: string;
}

/** Where credentials are kept. The last in the list is the newest. */
export interface CredentialStore {
  read(): Promise<readonly Credential[]>;
  /** Processes that change it at once do not overwrite each other's changes. */
  change(change: (all: readonly Credential[]) => readonly Credential[]): Promise<void>;
  /** Does work in one process at a time, such as using a refresh token, which can be used once. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** How long to wait for a refresh by another process. */
const refreshWaitMs = 45_000;

/** Credentials in `credentials.json` of the state folder, readable for this user alone. A damaged file counts as empty. */
export function fileCredentials(stateFolder: string): CredentialStore {
  const path = join(stateFolder, 'credentials.json');
  const read = async (): Promise<readonly Credential[]> => {
    const loaded = await load(path);
    if (!('text' in loaded)) return [];
    try {
      const value: unknown = JSON.parse(loaded.text);
      const all = isJsonObject(value) ? value.credentials : undefined;
      return Array.isArray(all) ? (all.filter(isCredential) as unknown as Credential[]) : [];
    } catch {
      return [];
    }
  };
  const locked = async <Result>(operation: string, work: () => Promise<Result>, waitMs?: number): Promise<Result> => {
    try {
      makePrivateFolder(stateFolder);
      return await underLock(stateFolder, operation, path, work, waitMs);
    } catch (error) {
      if (error instanceof LockedOut) throw new AuthFailure(error.message);
      const { code, syscall } = error as NodeJS.ErrnoException;
      throw syscall === undefined ? error : new AuthFailure(`${path} cannot be written (${code})`);
    }
  };
  return {
    read,
    change: change =>
      locked('credentials', async () => {
        const credentials = change(await read());
        await replaceFile(path, `${JSON.stringify({ version: 1, credentials }, null, 2)}\n`);
      }),
    alone: work => locked('refresh', work, refreshWaitMs),
  };
}

/** Credentials in memory, for a connection without a state folder. */
export function memoryCredentials(): CredentialStore {
  let all: readonly Credential[] = [];
  return {
    read: async () => all,
    change: async change => {
      all = change(all);
    },
    alone: work => work(),
  };
}

/** The newest credential for a server, of one issuer if that is given. */
export function credentialFor(
  all: readonly Credential[],
  resource: string,
  issuer?: string | undefined,
): Credential | undefined {
  return all.findLast(each => each.resource === resource && (issuer === undefined || sameIssuer(each.issuer, issuer)));
}

/** Whether two addresses name the same authorization server: a slash at the end does not count. */
export function sameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/** The list with one credential added, or in place of the one for the same issuer and resource. */
export function withCredential(all: readonly Credential[], one: Credential): readonly Credential[] {
  return [...all.filter(each => each.issuer !== one.issuer || each.resource !== one.resource), one];
}

function isCredential(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value.issuer !== 'string' || typeof value.resource !== 'string') return false;
  return value.tokens === undefined || (isJsonObject(value.tokens) && typeof value.tokens.accessToken === 'string');
}
