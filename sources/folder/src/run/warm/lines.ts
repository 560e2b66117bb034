import { isJsonObject, type JsonObject } from '@concord/contract';

/** The members that say what a line of a warm program is about. */
const kinds = ['result', 'exitCode', 'error', 'progress', 'log', 'elicit'] as const;
export type LineKind = (typeof kinds)[number] | 'ready';

/** A line of a warm program: what it is about, and all of it. */
export interface WarmLine {
  readonly kind: LineKind;
  readonly id?: string;
  readonly line: JsonObject;
}

/** Reads a line; undefined when it is none of those that may come. */
export function readLine(bytes: Buffer): WarmLine | undefined {
  let line: unknown;
  try {
    line = JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
  if (!isJsonObject(line)) return undefined;
  if (line.ready === true) return { kind: 'ready', line };
  // A failed call may bring a result along with its status.
  const kind = line.exitCode === undefined ? kinds.find(each => line[each] !== undefined) : 'exitCode';
  if (kind === undefined || typeof line.id !== 'string' || !fits(kind, line)) return undefined;
  return { kind, id: line.id, line };
}

function fits(kind: LineKind, line: JsonObject): boolean {
  if (kind === 'result') return true;
  return kind === 'exitCode' ? Number.isInteger(line.exitCode) : isJsonObject(line[kind]);
}
