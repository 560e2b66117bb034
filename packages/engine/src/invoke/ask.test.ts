import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Failure, type Outcome, ProblemError, problem } from '@concord/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../call/engine.js';
import type { CallRequest } from '../call/tool.js';
import { Interrupted } from '../cancel/interruption.js';
import { secretsWith } from '../source/secrets.js';
import type { Source } from '../source/source.js';
import { ask, type SourceQuestion } from './ask.js';

const home = mkdtempSync(join(tmpdir(), 'concord-ask-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const engineWith = (env: Record<string, string> = {}) =>
  createEngine({ warn: () => {}, env: { XDG_STATE_HOME: home, CONCORD_CANCEL_GRACE_MS: '50', ...env } });
const engine = engineWith();

const secret = ['correct', 'horse', 'battery'].join('-');
const sourceWith = (members: Partial<Source>): Source => ({
  identity: { name: 'probe', version: '1' },
  kinds: ['resources', 'prompts', 'completions'],
  open: async () => {},
  snapshot: () => ({ tools: [], resources: [], resourceTemplates: [], prompts: [], builtAt: '' }),
  onChange: () => () => {},
  close: async () => {},
  ...members,
});
const readingOf = (uri: string): SourceQuestion => ({ method: 'resources/read', uri });
const reading = readingOf('x://a');
const prompting: SourceQuestion = { method: 'prompts/get', name: 'greet', args: { who: 'Ada' } };
const completing = (page: { limit?: number; offset?: number } = {}): SourceQuestion => ({
  method: 'completion/complete',
  request: { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'A' }, ...page },
});
const put = (source: Source, question: SourceQuestion, request: CallRequest = {}) =>
  ask(source, question, { engine, ...request });
const firstOf = (outcome: Outcome) => (outcome as Failure).problems[0];
const stuck = () => new Promise<never>(() => {});

describe('an answer', () => {
  it('is the data of a success: contents, a prompt, a page of completions', async () => {
    const contents = [{ uri: 'x://a', text: 'a' }];
    const prompt = { messages: [{ role: 'user' as const, content: { type: 'text', text: 'Hello' } }] };
    const source = sourceWith({
      read: async () => contents,
      prompt: async (name, args) => ({ ...prompt, description: `${name} ${args.who}` }),
      complete: async () => ['a', 'b', 'c'],
    });
    expect((await put(source, reading)).outcome).toEqual({ ok: true, data: contents });
    expect((await put(source, prompting)).outcome).toEqual({ ok: true, data: { ...prompt, description: 'greet Ada' } });
    const all = { values: ['a', 'b', 'c'], total: 3, hasMore: false };
    expect((await put(source, completing())).outcome).toEqual({ ok: true, data: all });
    const page = { values: ['b'], total: 3, hasMore: true, next: 2 };
    expect((await put(source, completing({ limit: 1, offset: 1 }))).outcome).toEqual({ ok: true, data: page });
  });

  it('may be a page the source made itself', async () => {
    const source = sourceWith({ complete: async () => ({ values: ['a', 'b'], hasMore: true }) });
    const page = { values: ['a'], hasMore: true, next: 5 };
    expect((await put(source, completing({ limit: 1, offset: 4 }))).outcome).toEqual({ ok: true, data: page });
  });

  it.each([reading, prompting, completing()])('of $method that is malformed is a problem', async question => {
    const nothing = async () => null as never;
    const { outcome, threw } = await put(sourceWith({ read: nothing, prompt: nothing, complete: nothing }), question);
    expect(firstOf(outcome).kind).toBe('malformed_output');
    expect(threw).toBeUndefined();
  });

  it.each([
    [reading, 'resources'],
    [prompting, 'prompts'],
    [completing(), 'completions'],
  ])('is not found where the server, under the name it was asked by, has none of the kind', async (question, items) => {
    const { outcome } = await put(sourceWith({}), question, { server: 'asked' });
    expect(firstOf(outcome)).toMatchObject({ kind: 'not_found', message: `'asked' has no ${items}` });
  });

  it('over the cap fails', async () => {
    const source = sourceWith({ read: async () => [{ uri: 'x://a', text: 'a'.repeat(5_000) }] });
    const { outcome, facts } = await put(source, reading, {
      engine: engineWith({ MCPBASH_MAX_TOOL_OUTPUT_SIZE: '1000' }),
    });
    expect(firstOf(outcome).kind).toBe('too_large');
    expect(facts.truncated).toBe(true);
  });
});

describe('secrets', () => {
  it('of the source and of the caller are masked by value in answers, log lines and failures', async () => {
    const known = ['tiger', 'lily'].join('-');
    const logged: unknown[] = [];
    const source = sourceWith({
      secrets: () => [secret],
      read: async (_, call) => {
        call.log('info', `${secret} ${known}`);
        return [{ uri: 'x://a', text: `${secret} ${known}` }];
      },
      prompt: async () => {
        throw new ProblemError(problem('io', `no ${secret}`, { details: { path: secret } }));
      },
      complete: async () => [secret, 'other'],
    });
    const request = { knownSecrets: [known], onLog: (line: unknown) => logged.push(line) };
    const read = await put(source, reading, request);
    expect(read.outcome.data).toEqual([{ uri: 'x://a', text: '[REDACTED] [REDACTED]' }]);
    expect(read.facts.redactions).toBe(2);
    expect(logged).toEqual([{ level: 'info', logger: 'resources', data: '[REDACTED] [REDACTED]' }]);
    const failed = firstOf((await put(source, prompting, request)).outcome);
    expect(failed).toMatchObject({ message: 'no [REDACTED]', details: { path: '[REDACTED]' } });
    expect((await put(source, completing(), request)).outcome.data).toMatchObject({ values: ['[REDACTED]', 'other'] });
  });

  it('that a source learns while it answers are masked too', async () => {
    const own: string[] = [];
    const source = sourceWith({
      secrets: () => [...own],
      read: async uri => {
        own.push(secret);
        return [{ uri, text: secret }];
      },
    });
    expect((await put(source, reading)).outcome.data).toEqual([{ uri: 'x://a', text: '[REDACTED]' }]);
  });

  it('are one list for as long as neither side changes its own', () => {
    const own = [secret];
    const known = ['tiger-lily'];
    const source = sourceWith({ secrets: () => own });
    expect(secretsWith(source, known)).toBe(secretsWith(source, known));
    expect(secretsWith(source, known)).toEqual(['tiger-lily', secret]);
    expect(secretsWith(source)).toBe(own);
    expect(secretsWith(sourceWith({}), known)).toBe(known);
  });
});

describe('an ending', () => {
  it('by a throw that names no problem is told apart from one that does', async () => {
    const throws = (error: unknown) => sourceWith({ read: async () => Promise.reject(error) });
    const bug = await put(throws(new Error('of my own')), reading);
    expect(firstOf(bug.outcome)).toMatchObject({ kind: 'internal', message: 'of my own' });
    expect(bug.threw).toBe(true);
    const meant = await put(throws(new ProblemError(problem('internal', 'of my own'))), reading);
    expect(firstOf(meant.outcome)).toMatchObject({ kind: 'internal', message: 'of my own' });
    expect(meant.threw).toBeUndefined();
  });

  it('comes with the deadline, also for a source that does not listen', async () => {
    const { outcome, facts } = await put(sourceWith({ read: stuck }), reading, { timeoutMs: 20 });
    expect(firstOf(outcome).kind).toBe('timeout');
    expect(facts.state).toBe('unknown');
  });

  it.each([
    ['cancelled', undefined],
    ['timeout', new Interrupted('timeout', 'fixed')],
  ])('by the signal of the caller is %s, as its reason says', async (kind, reason) => {
    const controller = new AbortController();
    const asked = put(sourceWith({ read: stuck }), reading, { signal: controller.signal });
    controller.abort(reason);
    expect(firstOf((await asked).outcome).kind).toBe(kind);
  });
});

it('is recorded with its method and what was asked for, redacted, and never with contents', async () => {
  const source = sourceWith({ secrets: () => [secret], read: async uri => [{ uri, text: 'the contents' }] });
  await put(source, readingOf(`x://ann:hunter22@host/${secret}/${'p'.repeat(5_000)}`), { server: 'docs' });
  await engine.records.flush();
  const text = readFileSync(join(home, 'mcp', 'calls.jsonl'), 'utf8');
  // Other engines of these tests write to the same file, in any order.
  const records = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, string>);
  const record = records.find(({ server }) => server === 'docs')!;
  expect(record).toMatchObject({ server: 'docs', status: 'success', state: 'finished', kinds: [] });
  expect(record.tool).toMatch(/^resources\/read x:\/\/ann:\[REDACTED\]@host\/\[REDACTED\]\/p+$/);
  expect(record.tool!.length).toBeLessThan(600);
  expect(text).not.toMatch(/hunter22|correct-horse|the contents/);
});
