import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { mcp, serverEnvironment } from './serving.js';

/** What the tests use of a client, alike in both generations of the SDK. */
export interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: object, ...rest: unknown[]): Promise<Record<string, unknown>>;
  readResource(params: { uri: string }): Promise<{ contents: object[] }>;
  getPrompt(params: object): Promise<{ messages: object[] }>;
  complete(params: object): Promise<{ completion: { values: string[] } }>;
  close(): Promise<void>;
}

const info = { name: 'interop', version: '1.0.0' };
const command = (source: string) => ({
  command: process.execPath,
  args: [mcp, 'serve', source],
  env: serverEnvironment(),
});
const elicitation = { capabilities: { elicitation: {} } };
const accept = async () => ({ action: 'accept' as const, content: { name: 'Ada' } });

/** Six ways of the SDK to a server, each with somebody who answers questions: over stdio to a source, over HTTP to a URL. */
export const clients: Readonly<Record<string, (url: URL, source: string) => Promise<AnyClient>>> = {
  'v1 over stdio': async (_, source) => {
    const client = new ClientV1(info, elicitation);
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    client.setRequestHandler(ElicitRequestSchema, accept);
    await client.connect(new StdioV1(command(source)));
    return client as unknown as AnyClient;
  },
  'v1 over HTTP': async url => {
    const client = new ClientV1(info, elicitation);
    const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    client.setRequestHandler(ElicitRequestSchema, accept);
    await client.connect(new HttpV1(url) as never);
    return client as unknown as AnyClient;
  },
  'v2 over stdio, handshake': async (_, source) => {
    const client = new ClientV2(info, { ...elicitation, versionNegotiation: { mode: 'legacy' } });
    client.setRequestHandler('elicitation/create', accept);
    await client.connect(new StdioV2(command(source)));
    return client as unknown as AnyClient;
  },
  'v2 over stdio, modern': async (_, source) => {
    const client = new ClientV2(info, { ...elicitation, versionNegotiation: { mode: { pin: '2026-07-28' } } });
    client.setRequestHandler('elicitation/create', accept);
    await client.connect(new StdioV2(command(source)));
    return client as unknown as AnyClient;
  },
  'v2 over HTTP, modern': async url => {
    const client = new ClientV2(info, { ...elicitation, versionNegotiation: { mode: { pin: '2026-07-28' } } });
    client.setRequestHandler('elicitation/create', accept);
    await client.connect(new HttpV2(url));
    return client as unknown as AnyClient;
  },
  'v2 over HTTP, handshake': async url => {
    const client = new ClientV2(info, { ...elicitation, versionNegotiation: { mode: 'legacy' } });
    client.setRequestHandler('elicitation/create', accept);
    await client.connect(new HttpV2(url));
    return client as unknown as AnyClient;
  },
};
