import { isJsonObject, type Json, type JsonObject, type Outcome } from '@concord/contract';
import { headAndTail, jsonBytes } from '@concord/engine';
import { sizeText } from '../limits/amounts.js';
import type { KeptSpill } from './keep.js';

/** Under this key a result says where the whole of it is kept. */
export const spillKey = 'io.concord/spill';

/** Of a budget, so much goes to the two ends of a text. */
const SHARE_OF_ENDS = 1 / 3;
const LEAST_ENDS = 200;

/** Large parts of a result: what people read, and what programs do. */
export interface Parts {
  readonly text: string | undefined;
  readonly data: Json | undefined;
}

/** The parts of an outcome that can be kept elsewhere. */
export function partsOf({ result, text, data }: Outcome): Parts {
  return result ? { text: textIn(result), data: result.structuredContent } : { text, data };
}

/** The text of a result: that of all its text blocks. */
function textIn({ content }: JsonObject): string | undefined {
  const texts = blocksOf(content).filter(isText);
  return texts.length === 0 ? undefined : texts.map(({ text }) => text as string).join('\n');
}

const blocksOf = (content: Json | undefined): readonly Json[] =>
  Array.isArray(content) ? (content as readonly Json[]) : [];

function isText(block: Json): block is JsonObject {
  return isJsonObject(block) && block.type === 'text' && typeof block.text === 'string';
}

/** What takes the place of the parts that are kept. */
export interface Replacement {
  /** Undefined leaves the text as it is. */
  readonly text?: string;
  /** The data in its place; `null` leaves it out. Undefined leaves it as it is. */
  readonly data?: JsonObject | null;
  readonly links: readonly JsonObject[];
}

/** An outcome with other parts, and links to the whole of them. */
export function withParts(outcome: Outcome, { text, data, links }: Replacement): Outcome {
  const { data: oldData, content = [], ...rest } = outcome;
  const newData = data === undefined ? oldData : (data ?? undefined);
  return {
    ...rest,
    ...(text !== undefined && { text }),
    ...(newData !== undefined && { data: newData }),
    ...(outcome.result
      ? { result: resultWith(outcome.result, text, data, links), ...(content.length > 0 && { content }) }
      : { content: [...content, ...links] }),
  } as Outcome;
}

function resultWith(
  result: JsonObject,
  text: string | undefined,
  data: JsonObject | null | undefined,
  links: readonly JsonObject[],
): JsonObject {
  const { structuredContent, content, ...rest } = result;
  const blocks = blocksOf(content);
  const others = text === undefined ? blocks : [{ type: 'text', text }, ...blocks.filter(block => !isText(block))];
  const newData = data === undefined ? structuredContent : (data ?? undefined);
  return {
    ...rest,
    content: [...others, ...links],
    ...(newData !== undefined && { structuredContent: newData }),
  };
}

/** Both ends of a text within a share of its budget, and what to do to see the rest. */
export function endsOf(text: string, kept: KeptSpill, budget: number): string {
  const ends = Math.max(LEAST_ENDS, Math.floor(budget * SHARE_OF_ENDS));
  return `${headAndTail(text, ends).text}\n${adviceFor(kept)}`;
}

/** One line on what to do next. */
function adviceFor({ uri, bytes, lines }: KeptSpill): string {
  const size = `${sizeText(bytes)}, ${lines} ${lines === 1 ? 'line' : 'lines'}`;
  return `[All of it (${size}) is kept as ${uri}: read it in parts with spill_read or spill_search, or give this address as an argument of another tool]`;
}

/** A link to all of it. */
export function linkTo({ uri, bytes, lines, mimeType }: KeptSpill, what: string): JsonObject {
  return {
    type: 'resource_link',
    uri,
    name: `spill-${uri.slice(-64, -52)}`,
    title: `All of ${what}`,
    description: `${sizeText(bytes)}, ${lines} lines. Read it with ?lines=1-200, ?bytes=0-4095, ?grep=…&context=2 or, as JSON, ?pointer=/a/b`,
    mimeType,
    size: bytes,
  };
}

/** What a program finds in the place of data that is kept elsewhere. */
export function referenceTo({ uri, bytes, lines, mimeType }: KeptSpill): JsonObject {
  return { [spillKey]: { uri, bytes, lines, mimeType } };
}

/** The bytes that both forms of a result take on their way. */
export function bytesOnWire({ text, data }: Parts): number {
  return (text === undefined ? 0 : Buffer.byteLength(text)) + jsonBytes(data);
}
