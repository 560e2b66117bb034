import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { PostgresServer, postgresPrograms } from '../../../test/support/postgres.js';
import { nodeWithSqlite } from './support/node-with-sqlite.js';
import { keepsAllPromises } from './support/promises.js';
import { compileProgram } from './support/suite-run.js';

let folder: string;
let program: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'concord-suite-'));
  program = compileProgram('suite-process', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

keepsAllPromises('the store in SQLite, by the library for Node 20', () => ({
  program,
  order: { address: `sqlite:${folder}/wasm/store.db`, library: 'wasm', processes: 1 },
}));

describe.skipIf(nodeWithSqlite === undefined)('a newer Node', () => {
  keepsAllPromises('the store in SQLite, by the library of Node', () => ({
    program,
    order: { address: `sqlite:${folder}/node/store.db`, library: 'node', processes: 1, node: nodeWithSqlite! },
  }));
});

describe.skipIf(postgresPrograms === undefined)('a server of PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.remove());

  keepsAllPromises('the store in PostgreSQL', () => ({ program, order: { address: server.address(), processes: 1 } }));
});
