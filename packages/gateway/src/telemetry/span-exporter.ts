import type { CallRecord } from '@concord/engine';
import { spanIn, type TraceContext } from './trace.js';

const SEND_MS = 1_000;
const MOST_AT_ONCE = 512;
const MOST_QUEUED = 2_048;
const ANSWER_MS = 5_000;

export interface SpanExporterOptions {
  /** Where a collector listens; `/v1/traces` is added where it names no path. */
  readonly url: string;
  readonly service: { readonly name: string; readonly version: string; readonly instance: string };
  readonly warn: (message: string) => void;
}

/** Sends one span for each call to a collector: OTLP over HTTP, as JSON. What it cannot send it drops and counts; no call waits for it. */
export class SpanExporter {
  readonly #options: SpanExporterOptions;
  readonly #url: string;
  #queue: object[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isFailing = false;
  dropped = 0;

  constructor(options: SpanExporterOptions) {
    this.#options = options;
    const url = new URL(options.url);
    if (url.pathname === '/') url.pathname = '/v1/traces';
    this.#url = url.href;
  }

  add(record: CallRecord): void {
    const context = spanIn(record.notes);
    if (!context?.isSampled) return;
    if (this.#queue.length >= MOST_QUEUED) {
      this.dropped++;
      return;
    }
    this.#queue.push(spanOf(record, context));
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, SEND_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    await this.#send();
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const spans = this.#queue.splice(0, MOST_AT_ONCE);
      const why = await this.#post(spans);
      if (why !== undefined) this.dropped += spans.length;
      if (why !== undefined && !this.#isFailing) this.#options.warn(`traces cannot be sent: ${why}`);
      this.#isFailing = why !== undefined;
    }
  }

  /** Why it was not taken. */
  async #post(spans: readonly object[]): Promise<string | undefined> {
    const { name, version, instance } = this.#options.service;
    const body = {
      resourceSpans: [
        {
          resource: {
            attributes: attributesOf({
              'service.name': name,
              'service.version': version,
              'service.instance.id': instance,
            }),
          },
          scopeSpans: [{ scope: { name: 'concord', version }, spans }],
        },
      ],
    };
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await response.arrayBuffer();
      return response.ok ? undefined : `the collector answered with HTTP ${response.status}`;
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      return cause?.code ?? (error as Error).message;
    }
  }
}

const SERVER_SPAN = 2;
const STATUS = { ok: 1, error: 2 } as const;

/** A call as a span: its stages are events at their ends. */
function spanOf(record: CallRecord, { traceId, spanId, parentId }: TraceContext): object {
  const { tool, server = '', caller, kinds, state, requestId, bytes, redactions, durationMs, stages = {} } = record;
  const end = BigInt(Date.parse(record.timestamp)) * 1_000_000n;
  const micros = Object.values(stages).reduce((sum, each) => sum + each, 0);
  const start = end - BigInt(micros || durationMs * 1_000) * 1_000n;
  let at = start;
  const events = Object.entries(stages).map(([name, each]) => {
    at += BigInt(each) * 1_000n;
    return { timeUnixNano: String(at), name, attributes: attributesOf({ micros: each }) };
  });
  return {
    traceId,
    spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name: `${server}/${tool.split(' ', 1)[0]}`,
    kind: SERVER_SPAN,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes: attributesOf({
      'mcp.server': server,
      'mcp.tool': tool,
      'mcp.request.id': requestId,
      'concord.caller': caller,
      'concord.state': state,
      'concord.bytes': bytes,
      'concord.redactions': redactions,
      ...(kinds.length > 0 && { 'concord.kind': kinds[0] }),
    }),
    events,
    status: kinds.length === 0 ? { code: STATUS.ok } : { code: STATUS.error, message: kinds[0] },
  };
}

function attributesOf(values: Readonly<Record<string, string | number | undefined>>): object[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [
      { key, value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value } },
    ];
  });
}
