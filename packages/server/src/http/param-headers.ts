import type { IncomingMessage } from 'node:http';
import { isJsonObject, type Json, type JsonObject, rpcCodes } from '@concord/contract';
import type { RequestId } from '../protocol/messages.js';
import type { Refusal } from './wire/answer.js';

/** An argument that also travels in a header. */
interface Declaration {
  readonly path: readonly string[];
  readonly header: string;
  readonly numeric: boolean;
}

/** Computed once for each schema: a tool keeps its schema for as long as it is listed. */
const known = new WeakMap<JsonObject, readonly Declaration[]>();

/** Refuses a call whose `Mcp-Param-*` headers differ from its arguments: a proxy that routes by them would be misled. */
export function refuseParamHeaders(
  { headers }: IncomingMessage,
  schema: JsonObject,
  args: Json | undefined,
  id: RequestId,
): Refusal | undefined {
  const declarations = known.get(schema) ?? declarationsIn(schema);
  known.set(schema, declarations);
  for (const { path, header, numeric } of declarations) {
    const value = valueAt(args, path);
    if (!isPrimitive(value)) continue;
    const given = headers[header.toLowerCase()];
    const decoded = typeof given === 'string' ? decode(given) : undefined;
    if (decoded !== undefined && agrees(decoded, value, numeric)) continue;
    const body = `params.arguments.${path.join('.')}`;
    const message = `The ${header} header must carry the value of ${body}`;
    return { status: 400, code: rpcCodes.headerMismatch, message, id, data: { mismatch: { header, body } } };
  }
  return undefined;
}

function declarationsIn(schema: JsonObject, path: readonly string[] = []): Declaration[] {
  const name = schema['x-mcp-header'];
  const numeric = schema.type === 'integer' || schema.type === 'number';
  const own = typeof name === 'string' && path.length > 0 ? [{ path, header: `Mcp-Param-${name}`, numeric }] : [];
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const nested = Object.entries(properties).flatMap(([key, child]) =>
    isJsonObject(child) ? declarationsIn(child, [...path, key]) : [],
  );
  return [...own, ...nested];
}

function valueAt(args: Json | undefined, path: readonly string[]): Json | undefined {
  let value = args;
  for (const key of path) value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

function isPrimitive(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function agrees(decoded: string, value: string | number | boolean, numeric: boolean): boolean {
  if (numeric && typeof value === 'number' && /^-?\d+(?:\.\d+)?$/.test(decoded)) return Number(decoded) === value;
  return decoded === String(value);
}

const wrapped = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/;

/** The text of a header value; undefined when it is wrapped and cannot be unwrapped. */
function decode(value: string): string | undefined {
  if (!value.startsWith('=?base64?') || !value.endsWith('?=')) return value;
  const content = wrapped.exec(value)?.[1];
  if (content === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(content, 'base64'));
  } catch {
    return undefined;
  }
}
