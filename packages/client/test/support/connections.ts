import { afterEach } from 'vitest';
import type { Definition } from '../../src/config/entry/definition.js';
import { connect } from '../../src/connect/connect.js';
import type { Connection, ConnectionProblem } from '../../src/connection/connection.js';
import type { ConnectOptions } from '../../src/connection/options.js';

const open: Connection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(connection => connection.close()));
});

/** A connection that is closed after the test. */
export async function connected(definition: Definition, options?: ConnectOptions): Promise<Connection> {
  const connection = await connect(definition, options);
  open.push(connection);
  return connection;
}

/** Why something did not work; an error when it did. */
export const problemOf = (promise: Promise<unknown>): Promise<ConnectionProblem> =>
  promise.then(
    () => Promise.reject(new Error('it worked')),
    error => error,
  );
