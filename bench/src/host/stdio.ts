import { fileURLToPath } from 'node:url';
import type { Benchmark, Subject } from '../harness.js';
import { LineClient } from './line-client.js';
import { onOneCore } from './one-core.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const mcp = here('../../../bin/mcp');
const many = here('many-tools.js');
const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  },
};
const echo = { name: 'echo', arguments: { message: 'hello' } };

type Era = 'handshake' | 'modern';
const servers = {
  raw: () => new LineClient([here('raw-server.js')]),
  sdk: () => new LineClient([here('sdk-server.js')]),
  concord: () => new LineClient([mcp, 'serve', many], { TOOLS: '1' }),
  'concord, 1,000 tools': () => new LineClient([mcp, 'serve', many], { TOOLS: '1000' }),
};

/** Starts servers and opens their sessions; `close` each of them in the end. */
export async function started(names: readonly (keyof typeof servers)[], era: Era): Promise<Record<string, LineClient>> {
  const clients: Record<string, LineClient> = {};
  for (const name of names) {
    clients[name] = servers[name]();
    if (era === 'handshake') await clients[name].initialize();
  }
  return clients;
}

function sequential(client: LineClient, times: number, method: string, params: object): Subject {
  return async () => {
    for (let call = 0; call < times; call++) await client.request(method, params);
  };
}

/** Enough for a just-in-time compiler to have seen all of it before the first round that counts. */
const CALLS = 1_000;

/** One echo after the other over stdio, with the whole contract on. */
export function echoOverStdio(era: Era): () => Promise<Benchmark> {
  return async () => {
    const leave = onOneCore();
    const clients = await started(['raw', 'sdk', 'concord', 'concord, 1,000 tools'], era);
    const params = era === 'modern' ? { ...echo, ...envelope } : echo;
    return {
      name: `echo over stdio, ${era}`,
      work: { amount: CALLS, unit: 'calls' },
      subjects: Object.fromEntries(
        Object.entries(clients).map(([name, client]) => [name, sequential(client, CALLS, 'tools/call', params)]),
      ),
      targets: [
        { subject: 'concord', against: 'raw', atLeast: 0.5 },
        { subject: 'concord', against: 'sdk', atLeast: 1 },
        { subject: 'concord, 1,000 tools', against: 'concord', atLeast: 0.85 },
      ],
      rounds: 21,
      starts: 3,
      warmUp: 25,
      close: () => {
        for (const client of Object.values(clients)) client.close();
        leave();
      },
    };
  };
}

/** `ping`, which the gate answers. */
export async function pingOverStdio(): Promise<Benchmark> {
  const leave = onOneCore();
  const clients = await started(['raw', 'concord'], 'handshake');
  return {
    name: 'ping over stdio',
    work: { amount: CALLS, unit: 'calls' },
    subjects: Object.fromEntries(
      Object.entries(clients).map(([name, client]) => [name, sequential(client, CALLS, 'ping', {})]),
    ),
    targets: [{ subject: 'concord', against: 'raw', atLeast: 0.67 }],
    rounds: 21,
    starts: 3,
    warmUp: 10,
    close: () => {
      for (const client of Object.values(clients)) client.close();
      leave();
    },
  };
}

/** One request line of 8 MiB. */
export async function largeLineOverStdio(): Promise<Benchmark> {
  const clients = await started(['raw', 'concord'], 'handshake');
  const params = { name: 'echo', arguments: { message: 'x'.repeat(8 * 1_048_576) } };
  return {
    name: 'one line of 8 MiB over stdio',
    work: { amount: 8, unit: 'MiB' },
    subjects: Object.fromEntries(
      Object.entries(clients).map(([name, client]) => [name, sequential(client, 1, 'tools/call', params)]),
    ),
    targets: [{ subject: 'concord', against: 'raw', atLeast: 0.67 }],
    rounds: 20,
    warmUp: 10,
    close: () => Object.values(clients).forEach(client => void client.close()),
  };
}
