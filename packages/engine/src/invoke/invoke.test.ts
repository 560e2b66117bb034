import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Failure, failure, type Outcome, ProblemError, problem, success } from '@concord/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../call/engine.js';
import type { CallRequest, Tool } from '../call/tool.js';
import { invoke } from './invoke.js';

const home = mkdtempSync(join(tmpdir(), 'concord-invoke-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const engineWith = (env: Record<string, string> = {}) =>
  createEngine({ warn: () => {}, env: { XDG_STATE_HOME: home, CONCORD_CANCEL_GRACE_MS: '50', ...env } });
const engine = engineWith();

const toolWith = (run: (...given: Parameters<Tool['run']>) => unknown, more: Partial<Tool> = {}): Tool => ({
  name: 'probe',
  description: 'A tool for a test',
  inputSchema: { type: 'object' },
  dialect: 'text',
  run: run as Tool['run'],
  ...more,
});
const call = (tool: Tool, request: CallRequest = {}, args: unknown = {}) => invoke(tool, args, { engine, ...request });
const firstOf = (outcome: Outcome) => (outcome as Failure).problems[0];
const fine = toolWith(async () => success());

it('counts values that a tool has masked by itself with those masked here, and nothing of raw output', async () => {
  const tool = toolWith(async (_, own) => {
    own.masked(2);
    own.masked(-1);
    own.masked(0.5);
    return success({ text: 'password: hunter22' });
  });
  expect((await call(tool)).facts.redactions).toBe(3);
  expect((await call(tool, { unsafeOutput: true })).facts).toMatchObject({ redactions: 0, unredacted: true });
});

const secret = ['correct', 'horse', 'battery'].join('-');
const knownSecrets = [secret];

describe('a secret the caller names', () => {
  it.each([secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64url')])(
    'is no request id, however it is written',
    async requestId => {
      expect((await call(fine, { knownSecrets, requestId })).facts.requestId).toMatch(/^[0-9a-f]{32}$/);
    },
  );

  it('is masked in the name of the server, also in the record', async () => {
    const { facts } = await call(fine, { knownSecrets, server: `https://ann:hunter22@host/${secret}` });
    expect(facts.server).toBe('https://ann:[REDACTED]@host/[REDACTED]');
    await engine.records.flush();
    expect(readFileSync(join(home, 'mcp', 'calls.jsonl'), 'utf8')).not.toMatch(/hunter22|correct-horse/);
  });

  it('is masked in what others learn of a lock, and in the lock file', async () => {
    const lockKey = (name: string) => () => ({
      keys: [{ key: 'shared', mode: 'write' as const }],
      operation: `import ${name}`,
      target: name,
    });
    let finish = () => {};
    const holder = call(
      toolWith(() => new Promise(resolve => (finish = () => resolve(success()))), { lockKey: lockKey(secret) }),
      {
        knownSecrets,
      },
    );
    const locks = join(home, 'mcp', 'locks');
    await expect.poll(() => readdirSync(locks).filter(name => name.endsWith('.holders')).length).toBe(1);
    const written = readdirSync(locks).map(name => readFileSync(join(locks, name), 'utf8'));
    expect(written.join()).not.toContain(secret);
    const { outcome } = await call(toolWith(async () => success(), { lockKey: lockKey('App') }));
    finish();
    await holder;
    expect(firstOf(outcome)).toMatchObject({ kind: 'conflict', details: { holderTarget: '[REDACTED]' } });
    expect(JSON.stringify(outcome)).not.toContain(secret);
  });

  it('is masked in log lines and questions, whatever they are made of', async () => {
    const seen: unknown[] = [];
    const see = (given: unknown) => void seen.push(given);
    const tool = toolWith(async (_, { log, progress, ask }) => {
      log('info', { toJSON: () => ({ note: secret }) } as never);
      log('info', 'x', secret);
      log(secret as never, 'x');
      log('info', 5n as never);
      progress(secret as never);
      await ask({ sign_in: { method: 'elicitation/create', params: { message: `use ${secret}` } } });
      return success();
    });
    const onAsk = async (questions: unknown) => {
      see(questions);
      return {};
    };
    await call(tool, { knownSecrets, onLog: see, onProgress: see, onAsk });
    expect(seen).toEqual([
      { level: 'info', logger: 'probe', data: { note: '[REDACTED]' } },
      { level: 'info', logger: '[REDACTED]', data: 'x' },
      { level: 'info', logger: 'probe', data: 'x' },
      { level: 'info', logger: 'probe', data: '[left out: a bigint cannot be JSON]' },
      { sign_in: { method: 'elicitation/create', params: { message: 'use [REDACTED]' } } },
    ]);
  });

  it('is not cut in two where a long message ends', async () => {
    const tool = toolWith(async () => {
      throw new Error(`${'x'.repeat(1_990)} ${secret}`);
    });
    expect(firstOf((await call(tool, { knownSecrets })).outcome).message).not.toContain('correct');
  });

  it('is not cut in two where a refused argument is quoted', async () => {
    const value = `S3cret${'-part'.repeat(60)}`;
    const inputSchema = { type: 'object', properties: { value: { maxLength: 3 } } };
    const tool = toolWith(async () => success(), { inputSchema, secrets: args => [String(args.value)] });
    const { outcome } = await call(tool, {}, { value });
    expect(firstOf(outcome).argument!.received).toBe('"[REDACTED]"');
  });
});

describe('a tool that misbehaves', () => {
  it.each([
    ['check', { check: () => new Promise<never>(() => {}) }],
    ['lockKey', { lockKey: () => new Promise<never>(() => {}) }],
  ])('cannot hang a call with a %s that never settles', async (_, more) => {
    const { outcome, facts } = await call(
      toolWith(async () => success(), more),
      { timeoutMs: 30 },
    );
    expect([firstOf(outcome).kind, facts.state]).toEqual(['timeout', 'not_started']);
    const cancelled = await call(
      toolWith(async () => success(), more),
      { signal: AbortSignal.timeout(30) },
    );
    expect([firstOf(cancelled.outcome).kind, cancelled.facts.state]).toEqual(['cancelled', 'not_started']);
  });

  it.each([
    ['a state there is not', async () => failure(problem('io', 'x'), { state: secret as never })],
    ['half an argument fault', async () => failure({ kind: 'invalid_params', message: 'x', argument: {} as never })],
    ['half an upgrade hint', async () => failure({ kind: 'invalid_params', message: 'x', upgrade: {} as never })],
    ['an array of four billion nothings', async () => ({ ok: true, data: new Array(2 ** 32 - 1) })],
    ['60 MB of bytes', async () => ({ ok: true, data: new Uint8Array(60_000_000) })],
    [
      'a thrown problem of no known kind',
      async () => {
        throw new ProblemError({ kind: 'odd' as never, message: 5 as never });
      },
    ],
  ])('with %s has malformed output', async (_, run) => {
    const { outcome, facts } = await call(toolWith(run));
    expect(firstOf(outcome).kind).toBe('malformed_output');
    expect(JSON.stringify(facts)).not.toContain(secret);
  });

  it('with a check that finds no proper problems is refused all the same', async () => {
    let ran = false;
    const run = async () => {
      ran = true;
      return success();
    };
    const { outcome } = await call(toolWith(run, { check: () => [{} as never] }));
    expect([firstOf(outcome).kind, ran]).toEqual(['malformed_output', false]);
  });

  it('that throws what cannot be looked at has failed without saying why', async () => {
    const hostile = new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error('no');
        },
      },
    );
    const { outcome } = await call(toolWith(() => Promise.reject(hostile)));
    expect(firstOf(outcome)).toEqual({ kind: 'internal', message: 'The tool failed without saying why' });
  });

  it('that asks after its call has ended reaches nobody', async () => {
    let asked = false;
    const onAsk = async () => {
      asked = true;
      return {};
    };
    let late: () => Promise<unknown> = async () => {};
    const tool = toolWith(async (_, { ask }) => {
      late = () => ask({ q: { method: 'elicitation/create' } });
      return success();
    });
    await call(tool, { onAsk });
    expect(await late()).toEqual({ q: { action: 'decline' } });
    expect(asked).toBe(false);
  });
});

describe('limits', () => {
  it('of 0 problems never let wrong arguments through', async () => {
    const inputSchema = { type: 'object', required: ['name'] };
    const { outcome } = await call(
      toolWith(async () => success(), { inputSchema }),
      {
        engine: engineWith({ CONCORD_MAX_ARGUMENT_PROBLEMS: '0' }),
      },
    );
    expect(firstOf(outcome).kind).toBe('invalid_params');
  });

  it('of 0 problems leave a failure one', async () => {
    const five = Array.from({ length: 5 }, () => problem('io', 'x')) as unknown as Failure['problems'];
    const { outcome } = await call(
      toolWith(async () => failure(five)),
      { engine: engineWith({ CONCORD_MAX_PROBLEMS: '0' }) },
    );
    expect((outcome as Failure).problems).toHaveLength(1);
  });

  const long = 'x'.repeat(5_000);
  it.each<[string, Outcome]>([
    ['metadata', success({ metadata: { long } })],
    ['command', success({ command: long })],
    ['details', failure(problem('io', 'x', { details: { long } }))],
    ['hints', failure(problem('io', 'x', { hint: long }))],
    ['members nobody knows', { ok: true, other: long } as Outcome],
  ])('count %s, too', async (_, outcome) => {
    const limited = toolWith(async () => outcome, { limits: { maxOutputBytes: 1_000 } });
    expect(firstOf((await call(limited)).outcome).kind).toBe('too_large');
  });

  it('shorten what a failure quotes as well, where the tool asks for head and tail', async () => {
    const failed = failure(problem('command_failed', 'It broke', { rawOutput: long, stderr: long }), {
      text: long,
      exitCode: 2,
    });
    const limits = { maxOutputBytes: 2_000, overflow: 'headAndTail' as const };
    const { outcome, facts } = await call(toolWith(async () => failed, { limits }));
    expect(outcome).toMatchObject({ exitCode: 2, problems: [{ kind: 'command_failed' }] });
    for (const text of [outcome.text, firstOf(outcome).rawOutput, firstOf(outcome).stderr])
      expect(text).toMatch(/^x+\n\[\d+ bytes omitted\]\nx+$/);
    expect(JSON.stringify(outcome).length).toBeLessThan(2_500);
    expect(facts.truncated).toBe(true);
  });
});

describe('partial output', () => {
  const handsOver = (text: string, more: Partial<Tool> = {}) =>
    toolWith(
      (_, { signal }) => new Promise(resolve => signal.addEventListener('abort', () => resolve(success({ text })))),
      more,
    );

  it('of more than a megabyte survives the cancel', async () => {
    const { outcome } = await call(handsOver('a clean line\n'.repeat(100_000)), { signal: AbortSignal.timeout(20) });
    expect(firstOf(outcome).kind).toBe('cancelled');
    expect(outcome.text).toHaveLength(1_300_000);
  });

  it('over the cap is shortened, and does not hide the interruption', async () => {
    const tool = handsOver('x'.repeat(5_000), { limits: { maxOutputBytes: 1_000 } });
    const { outcome, facts } = await call(tool, { timeoutMs: 20 });
    expect([firstOf(outcome).kind, facts.truncated]).toEqual(['timeout', true]);
    expect(outcome.text).toContain('bytes omitted');
  });
});

describe('a tool', () => {
  const held = (name: string) => () => ({
    keys: [{ key: `own-${name}`, mode: 'write' as const }],
    operation: 'watch',
    target: name,
  });

  it('gives a call the time its arguments ask for, unless the caller has said', async () => {
    const patient = toolWith(
      (_, { timeoutMs, signal }) =>
        new Promise(resolve => signal.addEventListener('abort', () => resolve(success({ text: String(timeoutMs) })))),
      { timeoutMs: args => args.ms as number },
    );
    expect(firstOf((await call(patient, {}, { ms: 20 })).outcome)).toMatchObject({
      kind: 'timeout',
      details: { timeoutMs: '20' },
    });
    expect(firstOf((await call(patient, { timeoutMs: 10 }, { ms: 60_000 })).outcome)).toMatchObject({
      details: { timeoutMs: '10' },
    });
  });

  it('can keep what it holds past its call, and give it back later', async () => {
    let giveBack = async () => {};
    const keeping = toolWith(
      async (_, { lock }) => {
        lock!.keep();
        giveBack = () => lock!.release();
        return success();
      },
      { lockKey: held('kept') },
    );
    const next = toolWith(async () => success(), { lockKey: held('kept') });
    expect((await call(keeping)).outcome.ok).toBe(true);
    expect(firstOf((await call(next)).outcome)).toMatchObject({ kind: 'conflict' });
    await giveBack();
    expect((await call(next)).outcome.ok).toBe(true);
  });

  it('can give back what it holds before its call ends', async () => {
    const next = toolWith(async () => success(), { lockKey: held('early') });
    const early = toolWith(
      async (_, { lock }) => {
        await lock!.release();
        return success({ data: (await call(next)).outcome.ok });
      },
      { lockKey: held('early') },
    );
    expect((await call(early)).outcome).toMatchObject({ ok: true, data: true });
  });

  it('has the last word on every outcome, which is redacted after it', async () => {
    const finish: Tool['finish'] = (outcome, given) => ({ ...outcome, plain: `${JSON.stringify(given)} ${secret}` });
    const checked = toolWith(async () => success({ text: 'fine' }), {
      finish,
      check: args => (args.bad === true ? [problem('invalid_params', 'no')] : []),
    });
    expect((await call(checked, { knownSecrets }, {})).outcome.plain).toBe('{} [REDACTED]');
    expect((await call(checked, { knownSecrets }, { bad: true })).outcome).toMatchObject({
      ok: false,
      plain: '{"bad":true} [REDACTED]',
    });
  });
});
