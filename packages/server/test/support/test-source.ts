import { setTimeout as delay } from 'node:timers/promises';
import { type JsonObject, success } from '@concord/contract';
import type { Call, Snapshot, Source, SourceKind, Tool } from '@concord/engine';

const text = (extra: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { text: { type: 'string', ...extra } },
});

/** A Source for tests: it echoes, takes its time, asks, and changes when told to. */
export class TestSource implements Source {
  readonly identity = { name: 'test', version: '1.0.0', title: 'Test', instructions: 'Call echo.' };
  readonly kinds = ['tools', 'resources', 'prompts', 'completions'] as const;
  readonly watched: string[] = [];
  /** Slow calls at work, and how many were told to stop. */
  running = 0;
  stopped = 0;
  #tools: readonly Tool[] = [
    tool('ask', text(), async (_, call) => this.#ask(call)),
    tool('deaf', text(), () => this.#deaf()),
    tool('echo', text(), async args => success({ text: String(args.text ?? '') })),
    tool('log', text(), async (_, call) => {
      for (const level of ['info', 'error'] as const) call.log(level, 'a line');
      return success({ text: 'logged' });
    }),
    tool('region', text({ 'x-mcp-header': 'Region' }), async args => success({ text: String(args.text) })),
    tool('roots', text(), async (_, call) => success({ text: JSON.stringify(call.roots ?? null) })),
    tool('slow', text(), async (args, call) => this.#slow(String(args.text ?? ''), call)),
  ];
  readonly #changed = new Set<(kinds: readonly SourceKind[]) => void>();
  readonly #updated = new Set<(uri: string) => void>();

  async open(): Promise<void> {}
  async close(): Promise<void> {}

  snapshot(): Snapshot {
    return {
      tools: this.#tools,
      resources: [{ uri: 'test://one', name: 'one', mimeType: 'text/plain' }],
      resourceTemplates: [],
      prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }],
      builtAt: '2026-01-01T00:00:00Z',
    };
  }

  onChange(listener: (kinds: readonly SourceKind[]) => void): () => void {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  }

  onUpdated(listener: (uri: string) => void): () => void {
    this.#updated.add(listener);
    return () => this.#updated.delete(listener);
  }

  async read(uri: string) {
    return [{ uri, mimeType: 'text/plain', text: 'content' }];
  }

  async prompt(_: string, { who }: Readonly<Record<string, string>>) {
    return { messages: [{ role: 'user' as const, content: { type: 'text', text: `Greet ${who}` } }] };
  }

  async complete() {
    return [];
  }

  watch(uri: string): void {
    this.watched.push(uri);
  }

  unwatch(uri: string): void {
    this.watched.splice(this.watched.indexOf(uri), 1);
  }

  /** Publishes one tool more. */
  grow(): void {
    this.#tools = [...this.#tools, tool(`tool${this.#tools.length}`, text(), async () => success())];
    for (const changed of this.#changed) changed(['tools']);
  }

  touch(uri: string): void {
    for (const updated of this.#updated) updated(uri);
  }

  async #slow(given: string, call: Call) {
    this.running++;
    try {
      for (let step = 1; step <= 200; step++) {
        call.progress(step, 200, given);
        await delay(25, undefined, { signal: call.signal });
        if (given.startsWith('brief') && step === 3) break;
      }
      return success({ text: given });
    } catch {
      this.stopped++;
      return success({ text: 'stopped' });
    } finally {
      this.running--;
    }
  }

  /** Never comes back, whatever it is told. */
  #deaf() {
    this.running++;
    return new Promise<never>(() => {});
  }

  async #ask(call: Call) {
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const params = { mode: 'form', message: 'Your name?', requestedSchema };
    const { who } = await call.ask({ who: { method: 'elicitation/create', params } });
    return success({ text: JSON.stringify(who) });
  }
}

function tool(name: string, inputSchema: JsonObject, run: Tool['run']): Tool {
  return { name, description: name, inputSchema, dialect: 'text', annotations: { readOnlyHint: true }, run };
}
