import type { JsonObject } from '@concord/contract';
import type { CallRecord } from '@concord/engine';
import { adviceFor, causeOf } from './cause.js';

/** One call in words, and the facts they are made of. */
export interface Explained {
  readonly timestamp: string;
  readonly server: string;
  readonly tool: string;
  readonly caller: string;
  readonly status: string;
  readonly state: string;
  readonly kinds: readonly string[];
  /** Microseconds. */
  readonly stages: JsonObject;
  readonly sentences: readonly string[];
}

/** A call's life: who made it, what was checked, what it waited for, what decided, how long each stage took, and what to do. */
export function explained(record: CallRecord): Explained {
  const { timestamp, server = '', tool, caller, status, state, kinds, stages = {} } = record;
  return {
    timestamp,
    server,
    tool,
    caller,
    status,
    state,
    kinds,
    stages: { ...stages },
    sentences: [
      whoAndWhat(record),
      ...checks(record),
      ...waits(record),
      ...ending(record),
      ...size(record),
      ...times(record),
    ],
  };
}

function whoAndWhat({
  timestamp,
  server,
  tool,
  caller,
  transport,
  requestId,
  replica,
  upstream,
  notes,
}: CallRecord): string {
  const by = transport === undefined ? `over ${caller}` : `by ${caller} over ${transport}`;
  const where = [upstream && `by the server '${upstream}'`, replica && `at ${replica}`].filter(Boolean).join(' ');
  const trace = typeof notes?.traceId === 'string' ? `, trace ${notes.traceId}` : '';
  return `${timestamp}: ${server === undefined ? '' : `${server}/`}${tool} was called ${by}${where && `, served ${where}`} (request ${requestId}${trace}).`;
}

function checks({ kinds, stages = {}, state, notes }: CallRecord): string[] {
  const isRefused = state === 'not_started';
  const passed = [
    stages.validate !== undefined && !(isRefused && kinds[0] === 'invalid_params') && 'its arguments were right',
    stages.run !== undefined && state !== 'not_started' && 'it was let run',
  ].filter(Boolean);
  const met = Array.isArray(notes?.limits) ? [`It was counted against the limits of: ${notes.limits.join(', ')}.`] : [];
  const budget =
    notes?.budget === undefined ? [] : [`Its caller granted it ${budgetText(notes.budget as JsonObject)}.`];
  const replayed =
    notes?.replayed === true
      ? ['It had run before under its idempotency key: it got the answer of then, and did nothing.']
      : [];
  return [
    ...(passed.length > 0 && replayed.length === 0 ? [`${sentence(passed.join(', and '))}.`] : []),
    ...budget,
    ...met,
    ...replayed,
  ];
}

function budgetText({ deadlineMs, bytes, tokens }: JsonObject): string {
  const parts = [
    deadlineMs !== undefined && `${Math.round(Number(deadlineMs))} ms`,
    bytes !== undefined && `${bytes} bytes`,
    tokens !== undefined && `${tokens} tokens`,
  ];
  return parts.filter(Boolean).join(', ');
}

const waitedFor: Readonly<Record<string, string>> = {
  place: 'a place to work in, because others were worked on',
  lock: 'a lock that another call held',
  ledger: 'the call under the same idempotency key, which was under way',
};

function waits({ waits: all = {} }: CallRecord): string[] {
  return Object.entries(all).map(([what, ms]) => `It waited ${ms} ms for ${waitedFor[what] ?? what}.`);
}

function ending(record: CallRecord): string[] {
  const { status, state, kinds } = record;
  if (status === 'success') return ['It succeeded.'];
  const cause = causeOf(record);
  const happened = {
    not_started: 'Nothing was done.',
    finished: 'The tool ran to its own end.',
    unknown: 'Nobody knows whether it took effect: it was cut off after it had begun.',
  }[state];
  const others = kinds.length > 1 ? [`Further problems: ${kinds.slice(1).join(', ')}.`] : [];
  return [
    `It failed (${kinds[0]}): ${cause}.`,
    ...others,
    ...(happened ? [happened] : []),
    `What to do: ${adviceFor(record)}.`,
  ];
}

function size({ bytes, redactions, truncated, unredacted, notes }: CallRecord): string[] {
  const masked = redactions === 0 ? '' : `, with ${redactions} ${redactions === 1 ? 'value' : 'values'} masked`;
  const raw = unredacted ? ', unredacted as it was asked for' : '';
  const kept = Array.isArray(notes?.spill) ? notes.spill.map(each => (each as JsonObject).uri) : [];
  const spilled =
    kept.length > 0 ? [`It was over the budget of its caller: all of it is kept as ${kept.join(', ')}.`] : [];
  const cut = truncated && kept.length === 0 ? ['It was over its cap, and shortened.'] : [];
  const inserted =
    notes?.insertedBytes === undefined
      ? []
      : [`${notes.insertedBytes} bytes were put in place of addresses among its arguments.`];
  return [`${bytes} bytes left${masked}${raw}.`, ...spilled, ...cut, ...inserted];
}

function times({ stages = {}, durationMs }: CallRecord): string[] {
  const all = Object.entries(stages);
  if (all.length === 0) return [`It took ${durationMs} ms.`];
  return [`It took ${durationMs} ms: ${all.map(([name, micros]) => `${name} ${timeText(micros)}`).join(', ')}.`];
}

function timeText(micros: number): string {
  return micros < 1_000 ? `${micros} µs` : `${(micros / 1_000).toFixed(micros < 10_000 ? 1 : 0)} ms`;
}

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
