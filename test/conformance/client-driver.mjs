// What the referee starts as our client: one scenario a run, over the product's own `connect`. The last line on stderr is its exit code.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../packages/client/dist/index.js';

const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_PROTOCOL_VERSION: revision = '' } = process.env;
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const stateFolder = mkdtempSync(join(tmpdir(), 'conformance-client-'));

const definition = {
  transport: 'http',
  name: 'referee',
  url: process.argv.at(-1),
  headers: {},
  allowHttp: false,
  daemon: false,
  protocol: revision === '2026-07-28' ? 'auto' : 'handshake',
  secrets: [],
  oauth: {
    clientId: context.client_id ?? 'https://conformance-test.local/client-metadata.json',
    ...(context.client_secret && { clientSecret: context.client_secret }),
  },
};

/** Says yes to everything, as fast as the page can be fetched. */
const person = {
  redirectUrl: 'http://localhost:3000/callback',
  authorize: async url => {
    const response = await fetch(url, { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? 'about:blank', url);
  },
};

const handlers = {
  'elicitation/create': () => ({
    action: 'accept',
    content: scenario === 'sep-2322-client-request-state' ? { confirmed: true } : {},
  }),
};

const options = {
  stateFolder,
  handlers,
  capabilities: { elicitation: { form: { applyDefaults: true } } },
  ...(scenario !== 'auth/client-credentials-basic' && { person }),
};

const tools = async connection => (await connection.snapshot()).tools;

/** Lists, then calls these tools; one that is refused does not keep the others from being called. */
const calling =
  (...names) =>
  async connection => {
    await tools(connection);
    const faults = [];
    for (const name of names) await connection.call(name, {}).catch(error => faults.push(error));
    if (faults.length > 0) throw faults[0];
  };

/** What the scenarios want done; those of authorization, and those that only want a connection, are not named. */
const plays = {
  tools_call: async connection => {
    await tools(connection);
    await connection.call('add_numbers', { a: 5, b: 3 });
  },
  'elicitation-sep1034-client-defaults': calling('test_client_elicitation_defaults'),
  'sse-retry': calling('test_reconnection'),
  'sep-2322-client-request-state': calling(
    ...['test_mrtr_echo_state', 'test_mrtr_no_state', 'test_mrtr_unrelated', 'test_mrtr_no_result_type'],
  ),
  'http-standard-headers': async connection => {
    const catalog = await connection.snapshot();
    for (const { name } of catalog.tools) await connection.call(name, {});
    for (const { uri } of catalog.resources) await connection.read(uri);
    for (const { name } of catalog.prompts) await connection.prompt(name, {});
  },
  'http-custom-headers': async connection => {
    await tools(connection);
    for (const { name, arguments: args } of context.toolCalls ?? []) await connection.call(name, args);
  },
  'http-invalid-tool-headers': async connection => {
    for (const { name } of await tools(connection)) await connection.call(name, { region: 'us-west1' });
  },
  'json-schema-2020-12-preservation': async connection => {
    const { inputSchema } = (await tools(connection)).find(({ name }) => name === 'json_schema_2020_12_tool');
    await connection.call('json_schema_echo', { schema: inputSchema });
  },
};

const play = plays[scenario] ?? (scenario.startsWith('auth/') ? calling('test-tool') : tools);
let code = 0;
try {
  const connection = await connect(definition, options);
  await play(connection);
  await connection.close();
} catch (error) {
  console.error(`${error.kind ?? error.stack}: ${error.message}`);
  code = 1;
} finally {
  rmSync(stateFolder, { recursive: true, force: true });
}
console.error(`exit ${code}`);
process.exit(code);
