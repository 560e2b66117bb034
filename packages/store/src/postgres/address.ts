import { StoreFailure } from '../failure/store-failure.js';

/** What the address of a database says, apart from the password. */
export interface PostgresAddress {
  /** As it was given. Never printed. */
  readonly connectionString: string;
  /** The same without a password. */
  readonly place: string;
  readonly host: string;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

/** Reads `postgres://user:password@host:port/database?sslmode=…`. */
export function readAddress(address: string): PostgresAddress {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new StoreFailure(
      'bad-address',
      'The address of the PostgreSQL store is no URL',
      'Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE; signs such as @ and / in a password as %40 and %2F.',
    );
  }
  const password = decoded(url.password);
  const database = decoded(url.pathname.slice(1)) || decoded(url.username) || 'postgres';
  const place = new URL(url);
  place.password = '';
  // A password may be given there too.
  for (const name of [...place.searchParams.keys()])
    if (/pass|secret|token/i.test(name)) place.searchParams.delete(name);
  return {
    connectionString: address,
    place: place.href,
    host: url.host || url.searchParams.get('host') || 'localhost',
    database,
    user: decoded(url.username),
    password: password || url.searchParams.get('password') || '',
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
