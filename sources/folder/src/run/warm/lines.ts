import { isJsonObject, type JsonObject } from '@concord/contract';

/** The members by which the kind of a line of a warm program is recognised. */
const kinds = ['result', 'exitCode', 'error', 'progress', 'log', 'elicit'] as const;
export type LineKind = (typeof kinds)[number] | 'ready';

/** A line of a warm program and its kind. */
export interface WarmLine {
  readonly kind: LineKind;
  readonly id?: string;
  readonly line: JsonObject;
}

/** Reads a line; undefined when it is not part of the protocol. */
export function readLine(bytes: Buffer): WarmLine | undefined {
  let line: unknown;
  try {
    line = JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
  if (!isJsonObject(line)) return undefined;
  if (line.ready === true) return { kind: 'ready', line };
  // A failed call may have a result beside its exit code.
  const kind = line.exitCode === undefined ? kinds.find(each => line[each] !== undefined) : 'exitCode';
  if (kind === undefined || typeof line.id !== 'string' || !fits(kind, line)) return undefined;
  return { kind, id: line.id, line };
}

function fits(kind: LineKind, line: JsonObject): boolean {
  if (kind === 'result') return true;
  return kind === 'exitCode' ? Number.isInteger(line.exitCode) : isJsonObject(line[kind]);
}
