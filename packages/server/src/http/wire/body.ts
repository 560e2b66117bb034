import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type Json, rpcCodes } from '@concord/contract';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { isTooDeep } from '../../protocol/nesting.js';
import type { Refusal } from './answer.js';

/** What a body says, and how it says it. */
export interface ReadBody {
  readonly message: Json;
  readonly text: string;
}

/** A body that could be read, or why not. */
export type Body = ReadBody | { readonly refusal: Refusal } | 'gone';

/** What of a body can be refused before any of it is read. */
export function refuseUnread({ headers }: IncomingMessage, maxBytes: number): Refusal | undefined {
  if (!isJsonContentType(headers['content-type'] ?? null))
    return { status: 415, message: 'Content-Type must be application/json' };
  return Number(headers['content-length'] ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

/** Reads a JSON body within its limits. `gone` when the client left meanwhile. */
export async function readBody(req: IncomingMessage, maxBytes: number, timeoutMs: number): Promise<Body> {
  const bytes = await collect(req, maxBytes, timeoutMs);
  if (bytes === 'gone') return bytes;
  if (!Buffer.isBuffer(bytes)) return { refusal: bytes };
  if (!isUtf8(bytes) || isTooDeep(bytes)) return { refusal: unreadable };
  try {
    const text = bytes.toString();
    return { message: JSON.parse(text) as Json, text };
  } catch {
    return { refusal: unreadable };
  }
}

const unreadable: Refusal = { status: 400, code: rpcCodes.parseError, message: 'Parse error' };

function tooLarge(limitBytes: number): Refusal {
  return { status: 413, message: `The body must not exceed ${limitBytes} bytes`, data: { limitBytes } };
}

function collect(req: IncomingMessage, maxBytes: number, timeoutMs: number): Promise<Buffer | Refusal | 'gone'> {
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (value: Buffer | Refusal | 'gone') => {
      clearTimeout(timer);
      req.off('data', take).off('end', end).off('close', left).off('error', left);
      resolve(value);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) settle(tooLarge(maxBytes));
      else chunks.push(chunk);
    };
    const end = () => settle(Buffer.concat(chunks, size));
    const left = () => settle('gone');
    const late = () =>
      settle({ status: 408, message: 'The body did not arrive in time', headers: { connection: 'close' } });
    const timer = setTimeout(late, timeoutMs);
    req.on('data', take).on('end', end).on('close', left).on('error', left);
  });
}
