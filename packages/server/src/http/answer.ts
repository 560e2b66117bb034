import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Json, type JsonObject, rpcCodes } from '@concord/contract';
import type { RequestId } from '../protocol/messages.js';

/** Why a request goes no further. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `-32600` unless the protocol has a better one. */
  readonly code?: number;
  readonly id?: RequestId;
  readonly data?: JsonObject;
}

/** How long the rest of a body nobody wants may go on arriving. */
const UNWANTED_BODY_MS = 5_000;

/** Answers with an HTTP error whose body is a JSON-RPC error. */
export function refuse(res: ServerResponse, refusal: Refusal): void {
  const { status, message, headers = {}, code = rpcCodes.invalidRequest, id = null, data } = refusal;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (!res.req.complete) passOver(res.req);
  answer(res, { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } }, status);
}

/** Lets a body run out unread. The connection stays good for further requests only if it ends in time. */
function passOver(req: IncomingMessage): void {
  const timer = setTimeout(() => req.socket.destroy(), UNWANTED_BODY_MS).unref();
  req.once('close', () => clearTimeout(timer));
  req.resume();
}

/** Answers with JSON. */
export function answer(res: ServerResponse, body: Json, status = 200): void {
  answerText(res, JSON.stringify(body), status);
}

/** Answers with a text that is JSON. */
export function answerText(res: ServerResponse, text: string, status = 200): void {
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  res.end(text);
}

/** Answers that a message was taken and there is nothing to say to it. */
export function accept(res: ServerResponse): void {
  res.writeHead(202).end();
}
