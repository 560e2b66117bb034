import { type FailureReason, StoreFailure } from '../failure/store-failure.js';
import type { PostgresAddress } from './address.js';

interface Words {
  readonly reason: FailureReason;
  readonly says: (address: PostgresAddress) => string;
  readonly next: string;
}

const away = (
  says: Words['says'],
  next = 'It is tried again with the next call; see whether the server runs and can be reached.',
): Words => ({
  reason: 'away',
  says,
  next,
});

const unreachable = away(({ host }) => `No PostgreSQL server answers at ${host}`);
const silent = away(({ host }) => `The PostgreSQL server at ${host} did not answer in time`);
const ended = away(({ host }) => `The PostgreSQL server at ${host} ended the connection`);
const wrongLogin: Words = {
  reason: 'denied',
  says: ({ user, host }) =>
    `The PostgreSQL server at ${host} does not let ${user || 'this user'} in: name or password is wrong`,
  next: 'Set the right password in CONCORD_STORE, or in a file that PGPASSFILE names.',
};

/** By the code PostgreSQL or the system gives. */
const byCode: Readonly<Record<string, Words>> = {
  ECONNREFUSED: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOENT: unreachable,
  EACCES: unreachable,
  ETIMEDOUT: silent,
  ECONNRESET: ended,
  EPIPE: ended,
  '57014': silent,
  '55P03': silent,
  '25P03': ended,
  '57P01': ended,
  '57P02': ended,
  '57P03': away(({ host }) => `The PostgreSQL server at ${host} is starting up or shutting down`),
  '57P05': ended,
  '53300': away(
    ({ host }) => `The PostgreSQL server at ${host} has no free connection`,
    'Raise max_connections there, or run fewer replicas: each uses up to eleven.',
  ),
  '53100': {
    reason: 'full',
    says: ({ host }) => `The disk of the PostgreSQL server at ${host} is full`,
    next: 'Make room on it: nothing that was acknowledged is lost, and work goes on by itself then.',
  },
  '25006': {
    reason: 'read-only',
    says: ({ host }) => `The PostgreSQL server at ${host} is read-only: a standby, or set so`,
    next: 'Give the address of the primary server.',
  },
  '28P01': wrongLogin,
  '28000': wrongLogin,
  '3D000': {
    reason: 'bad-address',
    says: ({ host, database }) => `The PostgreSQL server at ${host} has no database ${database}`,
    next: 'Create it there (createdb NAME), or give the name of another one at the end of the address.',
  },
  '42501': {
    reason: 'denied',
    says: ({ user, database }) => `${user || 'This user'} may not use the tables of the store in ${database}`,
    next: 'Make the user owner of the schema concord, or let it create that: GRANT CREATE ON DATABASE … TO …',
  },
  '42P01': {
    reason: 'not-a-store',
    says: ({ database }) => `The schema concord of ${database} lacks tables of the store`,
    next: 'Bring back a copy of the database, or drop the schema concord to start anew.',
  },
};

/** By the first two signs of PostgreSQL's code. */
const byClass: Readonly<Record<string, Words>> = { '08': ended, '53': byCode['53300']!, '58': ended, XX: ended };

/** Errors of the driver that have no code. */
const byWords: readonly (readonly [RegExp, Words])[] = [
  [/timeout/i, silent],
  [/terminat|connection error|was closed|not queryable/i, ended],
  [
    /SSL|certificate/i,
    {
      reason: 'denied',
      says: ({ host }) => `The PostgreSQL server at ${host} and this program do not agree on encryption`,
      next: 'Set sslmode in the address, for example ?sslmode=require, or ?sslmode=disable on a network you trust.',
    },
  ],
  [/password|SASL|SCRAM/i, wrongLogin],
];

/** What an error of PostgreSQL, its driver or the network means to whoever uses the store; any other error as it is. */
export function postgresFailure(error: unknown, address: PostgresAddress): unknown {
  if (!(error instanceof Error) || error instanceof StoreFailure) return error;
  const code = codeOf(error);
  const found =
    byCode[code] ??
    (/^[0-9A-Z]{5}$/.test(code)
      ? byClass[code.slice(0, 2)]
      : byWords.find(([words]) => words.test(error.message))?.[1]);
  return found ? new StoreFailure(found.reason, found.says(address), found.next) : error;
}

/** The code of an error, or of the first one where several addresses of a host were tried. */
function codeOf(error: Error & { code?: unknown; errors?: unknown }): string {
  if (typeof error.code === 'string') return error.code;
  const [first] = Array.isArray(error.errors) ? (error.errors as unknown[]) : [];
  return first instanceof Error ? codeOf(first) : '';
}
