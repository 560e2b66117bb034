import { fileURLToPath } from 'node:url';
import type { Benchmark } from '../harness.js';
import { HttpClient } from './http-client.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const concord = [here('../../../bin/mcp'), 'serve', here('many-tools.js'), '--http', '127.0.0.1:0'];
const CALLS = 400;

const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'echo',
    arguments: { message: 'hello' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    },
  },
});
const headers = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'echo',
};

/** One echo after the other over HTTP, modern era, with the whole contract on. */
export async function echoOverHttp(): Promise<Benchmark> {
  const clients: Record<string, HttpClient> = {
    raw: await HttpClient.start([here('raw-http-server.js')]),
    sdk: await HttpClient.start([here('sdk-http-server.js')]),
    'concord, 10 tools': await HttpClient.start(concord, { TOOLS: '10' }),
    'concord, 1,000 tools': await HttpClient.start(concord, { TOOLS: '1000' }),
  };
  for (const [name, client] of Object.entries(clients)) {
    const answer = await client.post(body, headers);
    if (!answer.includes('hello')) throw new Error(`${name} did not echo: ${answer.slice(0, 300)}`);
  }
  return {
    name: 'echo over HTTP, modern',
    work: { amount: CALLS, unit: 'calls' },
    subjects: Object.fromEntries(
      Object.entries(clients).map(([name, client]) => [
        name,
        async () => {
          for (let call = 0; call < CALLS; call++) await client.post(body, headers);
        },
      ]),
    ),
    targets: [
      { subject: 'concord, 10 tools', against: 'raw', atLeast: 0.3 },
      { subject: 'concord, 10 tools', against: 'sdk', atLeast: 1 },
      { subject: 'concord, 1,000 tools', against: 'concord, 10 tools', atLeast: 0.85 },
    ],
    rounds: 20,
    warmUp: 25,
    close: () => Object.values(clients).forEach(client => void client.close()),
  };
}
