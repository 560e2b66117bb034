import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Json, type JsonObject, rpcCodes } from '@concord/contract';
import type { RequestId } from '../../protocol/messages.js';

/** Why a request is not served. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `-32600` unless the protocol has a better one. */
  readonly code?: number;
  readonly id?: RequestId;
  readonly data?: JsonObject;
}

/** The status of an answer that says that a limit is reached. */
export const TOO_MANY = 429;

/** How long the rest of the body of a refused request may take to arrive. */
const UNWANTED_BODY_MS = 5_000;

/** Answers with an HTTP error whose body is a JSON-RPC error. */
export function refuse(res: ServerResponse, refusal: Refusal): void {
  const { status, message, headers = {}, code = rpcCodes.invalidRequest, id = null, data } = refusal;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (!res.req.complete) discardBody(res.req);
  answer(res, { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } }, status);
}

/** Discards the rest of a body. The connection can be used for further requests only if that ends in time. */
function discardBody(req: IncomingMessage): void {
  const timer = setTimeout(() => req.socket.destroy(), UNWANTED_BODY_MS).unref();
  req.once('close', () => clearTimeout(timer));
  req.resume();
}

/** Answers with JSON. */
export function answer(res: ServerResponse, body: Json, status = 200): void {
  answerText(res, JSON.stringify(body), status);
}

/** Answers with a text that is JSON. */
export function answerText(
  res: ServerResponse,
  text: string,
  status = 200,
  headers?: Readonly<Record<string, string>>,
): void {
  const length = Buffer.byteLength(text);
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers });
  res.end(text);
}

/** Answers with figures as Prometheus reads them. */
export function answerFigures({ method }: IncomingMessage, res: ServerResponse, figures: () => string): void {
  if (method !== 'GET') return refuse(res, { status: 405, message: 'Method not allowed', headers: { allow: 'GET' } });
  const text = figures();
  res.writeHead(200, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  res.end(text);
}

/** Answers 202: the message was taken and gets no response. */
export function accept(res: ServerResponse): void {
  res.writeHead(202).end();
}
