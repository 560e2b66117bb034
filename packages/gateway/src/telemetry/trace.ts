import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@concord/contract';

/** Where a call is in a trace (W3C Trace Context). */
export interface TraceContext {
  readonly traceId: string;
  /** The span of this call. */
  readonly spanId: string;
  /** That of whoever called; left out where the trace begins here. */
  readonly parentId?: string;
  readonly isSampled: boolean;
}

/** The context that `traceparent` names; nothing where it names none. */
export function contextIn(meta: JsonObject | undefined): Omit<TraceContext, 'spanId'> | undefined {
  const given = meta?.traceparent;
  if (typeof given !== 'string' || given.length > 512) return undefined;
  const [, version, traceId, parentId, flags] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.{0,400})?$/.exec(given) ?? [];
  const isUsable = version !== undefined && version !== 'ff' && !/^0+$/.test(traceId!) && !/^0+$/.test(parentId!);
  return isUsable
    ? { traceId: traceId!, parentId: parentId!, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 }
    : undefined;
}

/** The place of a new span: under that of its caller, or at the beginning of a trace. */
export function spanFor(meta: JsonObject | undefined): TraceContext {
  const spanId = randomBytes(8).toString('hex');
  const given = contextIn(meta);
  if (given) return { ...given, spanId };
  return { traceId: randomBytes(16).toString('hex'), spanId, isSampled: true };
}

/** The place that the notes of a record name. */
export function spanIn(notes: JsonObject | undefined): TraceContext | undefined {
  if (typeof notes?.traceId !== 'string' || typeof notes.spanId !== 'string') return undefined;
  const { traceId, spanId, parentId, isSampled } = notes;
  return { traceId, spanId, isSampled: isSampled === true, ...(typeof parentId === 'string' && { parentId }) };
}

/** What the next hop is told. */
export function traceparentOf({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
