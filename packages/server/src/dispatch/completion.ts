import { createHash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import type { CompletionPage, CompletionRequest } from '@concord/engine';
import type { Mount, Owned } from '../catalog/catalog.js';
import type { Shown } from '../catalog/shown.js';
import { invalidParams } from '../protocol/rpc-error.js';
import type { Exchange } from '../session/exchange.js';
import { askSource } from './ask-source.js';
import type { Host } from './host.js';
import { notFound } from './not-found.js';

const MOST_VALUES = 100;
const NO_VALUES: CompletionPage = { values: [], total: 0, hasMore: false };

/** Serves `completion/complete`: at most 100 values a page, with a cursor of ours for more. */
export async function complete(params: JsonObject, exchange: Exchange, host: Host): Promise<JsonObject> {
  const { ref, argument } = params;
  const { mount, request } = readRequest(params, exchange, host);
  const limit = readLimit(params.limit);
  const binding = bindingOf([ref!, argument!, host.shownTo(exchange.session).listing('prompts', exchange.era).hash]);
  const offset = params.cursor === undefined ? 0 : readCursor(params.cursor, binding);
  const question = { method: 'completion/complete', request: { ...request, limit, offset } } as const;
  const { values, total, hasMore, next } = mount.source.complete
    ? ((await askSource(mount, question, exchange, host)) as unknown as CompletionPage)
    : NO_VALUES;
  if (total !== undefined && offset > 0 && offset >= total) throw invalidParams('Invalid cursor');
  const nextCursor = Buffer.from(JSON.stringify({ ver: 1, offset: next, binding })).toString('base64url');
  const more = hasMore ? { hasMore, nextCursor } : { hasMore };
  return { completion: { values: [...values], ...(total !== undefined && { total }), ...more } };
}

function readRequest(
  params: JsonObject,
  { era, session }: Exchange,
  { shownTo }: Host,
): { mount: Mount; request: CompletionRequest } {
  const { ref, argument, context } = params;
  const shown = shownTo(session);
  if (!isJsonObject(argument) || typeof argument.name !== 'string')
    throw invalidParams('params.argument.name must be a string');
  const { value = '' } = argument;
  if (typeof value !== 'string') throw invalidParams('params.argument.value must be a string');
  const rest = {
    argument: { name: argument.name, value },
    ...(isJsonObject(context) && isJsonObject(context.arguments) && { context: context.arguments }),
  };
  if (isPrompt(ref)) {
    const found = ownerOfReference(ref, shown);
    if (!found) throw notFound('prompt', ref.name, era);
    return { mount: found.mount, request: { ref: { type: 'ref/prompt', name: found.ownName }, ...rest } };
  }
  if (isTemplate(ref)) {
    const found = ownerOfReference(ref, shown);
    if (!found) throw notFound('template', ref.uri, era);
    return { mount: found.mount, request: { ref: { type: 'ref/resource', uri: found.ownName }, ...rest } };
  }
  throw invalidParams('params.ref must be a ref/prompt with a name or a ref/resource with a uri');
}

const isPrompt = (ref: unknown): ref is { name: string } =>
  isJsonObject(ref) && ref.type === 'ref/prompt' && typeof ref.name === 'string';
const isTemplate = (ref: unknown): ref is { uri: string } =>
  isJsonObject(ref) && ref.type === 'ref/resource' && typeof ref.uri === 'string';

/** Whose prompt or resource template a reference names. */
export function ownerOfReference(ref: unknown, shown: Shown): Owned<unknown> | undefined {
  if (isPrompt(ref)) return shown.prompt(ref.name);
  return isTemplate(ref) ? shown.template(ref.uri) : undefined;
}

function readLimit(given: unknown): number {
  if (given === undefined) return MOST_VALUES;
  if (!Number.isInteger(given) || (given as number) < 1)
    throw invalidParams('params.limit must be an integer from 1 to 100');
  return Math.min(given as number, MOST_VALUES);
}

/** What a cursor is bound to: it can be used for the same completion and the same snapshot only. */
function bindingOf(parts: readonly Json[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function readCursor(given: unknown, binding: string): number {
  try {
    const cursor = JSON.parse(Buffer.from(String(given), 'base64url').toString()) as Record<string, unknown>;
    const { offset } = cursor;
    if (cursor.ver === 1 && cursor.binding === binding && Number.isSafeInteger(offset) && (offset as number) >= 1)
      return offset as number;
  } catch {
    // What cannot be read is no cursor of this server.
  }
  throw invalidParams('Invalid cursor');
}
