import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@concord/contract';
import { onTestFinished } from 'vitest';

/** A request as a test sees it. */
export interface Seen {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  /** The message in the body; empty without one. */
  readonly message: JsonObject;
}

/** Decides about one request; true when it has answered. */
export type Trick = (seen: Seen, response: ServerResponse) => boolean;

/** What a server proves itself with. */
export interface Proof {
  readonly key: string;
  readonly cert: string;
}

/**
 * A server on a port of the system's choice, for one test, that speaks the handshake eras with sessions until a trick answers
 * first. With a proof it is an https server.
 */
export async function httpServer(
  trick: Trick = () => false,
  proof?: Proof,
): Promise<{ url: string; seen: Seen[]; port: number }> {
  const seen: Seen[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString();
    const one = {
      method: request.method ?? '',
      headers: request.headers,
      message: text === '' ? {} : JSON.parse(text),
    };
    seen.push(one);
    if (!trick(one, response)) answer(one, response);
  };
  const server = proof ? createSecureServer(proof, listener) : createServer(listener);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `${proof ? 'https' : 'http'}://127.0.0.1:${port}/mcp`, seen, port };
}

const tools = [
  { name: 'read', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  { name: 'write', inputSchema: { type: 'object' } },
];

/** What the handshake eras answer. */
function answer({ method, message }: Seen, response: ServerResponse): void {
  if (method !== 'POST') return status(response, 405);
  if (message.id === undefined) return status(response, 202);
  if (message.method === 'initialize') {
    response.setHeader('mcp-session-id', 'session-1');
    const capabilities = { tools: {} };
    return result(response, message, { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'web' } });
  }
  if (message.method === 'tools/list') return result(response, message, { tools });
  if (message.method === 'tools/call')
    return result(response, message, { content: [{ type: 'hologram' }], kept: true });
  json(response, 200, { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'Method not found' } });
}

/** Answers with a status alone. */
export function status(response: ServerResponse, code: number, headers: Record<string, string> = {}): void {
  response.writeHead(code, headers).end();
}

/** Answers with a JSON document. */
export function json(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Answers a request with its result. */
export function result(response: ServerResponse, message: JsonObject, value: JsonObject): void {
  json(response, 200, { jsonrpc: '2.0', id: message.id, result: value });
}

/** What a server of the modern era says about itself. */
export const discovered: JsonObject = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: 'private',
};
