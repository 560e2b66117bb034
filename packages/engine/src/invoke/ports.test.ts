import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Failure, limitReached, type Outcome, problem, report, success } from '@concord/contract';
import { afterAll, describe, expect, it } from 'vitest';
import type { Admission, CallEnd, Verdict } from '../call/admission.js';
import { createEngine, type SharedParts } from '../call/engine.js';
import type { CallRequest, Tool } from '../call/tool.js';
import type { CallRecord, Records } from '../records/records.js';
import { ask } from './ask.js';
import { invoke } from './invoke.js';

const home = mkdtempSync(join(tmpdir(), 'concord-ports-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Records that are kept here, and acknowledged as told. */
function kept(acknowledge: (record: CallRecord) => ReturnType<Records['add']> = () => undefined) {
  const all: CallRecord[] = [];
  const records: Records = {
    isKept: true,
    add: (record, isReadOnly) => {
      all.push(record);
      return isReadOnly ? undefined : acknowledge(record);
    },
    flush: async () => {},
  };
  return { all, records };
}

const engineWith = (shared: SharedParts) =>
  createEngine({ warn: () => {}, env: { XDG_STATE_HOME: home, CONCORD_CANCEL_GRACE_MS: '20' }, shared });
const tool = (run: () => Promise<Outcome>, more: Partial<Tool> = {}): Tool => ({
  name: 'probe',
  description: '',
  inputSchema: { type: 'object' },
  dialect: 'text',
  run,
  ...more,
});
const fine = tool(async () => success({ text: 'fine' }));
const call = (shared: SharedParts, given = fine, request: CallRequest = {}, args: unknown = {}) =>
  invoke(given, args, { engine: engineWith(shared), ...request });
const first = (outcome: Outcome) => (outcome as Failure).problems[0];

/** Lets every call run, and notes how each ended. */
function permitting(more: Partial<Extract<Verdict, { by: 'permit' }>['permit']> = {}) {
  const ends: CallEnd[] = [];
  const admission: Admission = {
    admit: () => ({ by: 'permit', permit: { ended: end => void ends.push(end) as undefined, ...more } }),
  };
  return { ends, admission };
}

describe('whoever admits calls', () => {
  it('hears once how each one that it let run has ended, whatever ended it', async () => {
    const { ends, admission } = permitting();
    await call({ admission });
    await call(
      { admission },
      tool(() => Promise.reject(new Error('broken'))),
    );
    await call(
      { admission },
      tool(() => new Promise(() => {})),
      { timeoutMs: 10 },
    );
    await call({ admission }, { ...fine, admit: () => problem('forbidden', 'no') });
    expect(ends.map(({ outcome, state }) => [outcome.ok || first(outcome).kind, state])).toEqual([
      [true, 'finished'],
      ['internal', 'unknown'],
      ['timeout', 'unknown'],
      ['forbidden', 'not_started'],
    ]);
  });

  it('is not asked about arguments that are wrong', async () => {
    const { ends, admission } = permitting();
    await call({ admission }, { ...fine, inputSchema: { type: 'object', required: ['x'] } });
    expect(ends).toEqual([]);
  });

  it('may refuse a call, which then was not started, and say when to come again', async () => {
    const admission: Admission = { admit: () => ({ by: 'refusal', problem: limitReached('rate', 'Too often', 20.4) }) };
    const { outcome, facts } = await call({ admission });
    expect(report(outcome, facts)).toMatchObject({ ok: false, state: 'not_started', retryAfterMs: 21 });
  });

  it('may give the answer of another time, which is passed on as it was', async () => {
    let ran = false;
    const verdict: Verdict = {
      by: 'replay',
      outcome: success({ text: 'as before' }),
      state: 'finished',
      notes: { result: { replayed: true }, record: { replayed: true } },
    };
    const { all, records } = kept();
    const run = async () => {
      ran = true;
      return success();
    };
    const finish = (outcome: Outcome) => ({ ...outcome, text: 'changed' });
    const { outcome, facts } = await call(
      { admission: { admit: async () => verdict }, records },
      tool(run, { finish }),
    );
    expect([outcome.text, ran]).toEqual(['as before', false]);
    expect(report(outcome, facts)).toMatchObject({ ok: true, state: 'finished', replayed: true });
    expect(all[0]).toMatchObject({ status: 'success', notes: { replayed: true } });
  });

  it('gets a permit back that it gave after the call was over', async () => {
    let late = (_: Verdict) => {};
    const admission: Admission = { admit: () => new Promise(resolve => (late = resolve)) };
    const { outcome, facts } = await call({ admission }, fine, { timeoutMs: 10 });
    expect([first(outcome).kind, facts.state]).toEqual(['timeout', 'not_started']);
    const back = new Promise<CallEnd>(resolve => {
      late({ by: 'permit', permit: { ended: end => void resolve(end) as undefined } });
    });
    expect(await back).toMatchObject({ state: 'not_started' });
  });

  it('decides over questions to a source, too', async () => {
    const admission: Admission = { admit: () => ({ by: 'refusal', problem: limitReached('rate', 'Too often') }) };
    const source = { identity: { name: 'probe', version: '1' }, read: async () => [] };
    const { outcome } = await ask(
      source as never,
      { method: 'resources/read', uri: 'x:a' },
      { engine: engineWith({ admission }) },
    );
    expect(first(outcome).kind).toBe('limited');
  });

  it('may put something in the place of arguments, before they are checked', async () => {
    const seen: unknown[] = [];
    const { admission } = permitting();
    const resolve: Admission['resolve'] = async args => ({
      args: { ...args, text: 'the whole' },
      notes: { result: { inserted: 1 } },
    });
    const inputSchema = { type: 'object', properties: { text: { minLength: 5 } } };
    const run: Tool['run'] = async args => {
      seen.push(args);
      return success();
    };
    const echo = { ...fine, inputSchema, run };
    const { outcome, facts } = await call({ admission: { ...admission, resolve } }, echo, {}, { text: 'ref' });
    expect([outcome.ok, seen]).toEqual([true, [{ text: 'the whole' }]]);
    expect(report(outcome, facts)).toMatchObject({ inserted: 1 });
    const plain = await call(
      { admission: { ...admission, resolve } },
      { ...echo, takesReferences: true },
      {},
      { text: 'ref' },
    );
    expect(first(plain.outcome).kind).toBe('invalid_params');
  });
});

describe('a record', () => {
  it('has the time of each stage, who called, what was waited for and what decided', async () => {
    const { all, records } = kept();
    const account = { id: 'a1', name: 'ada' };
    const caller = { name: 'client', transport: 'http', account } as const;
    await call({ records }, { ...fine, upstream: 'files' }, { caller, placeWaitMs: 7 });
    expect(all[0]).toMatchObject({ caller: 'ada', transport: 'http', upstream: 'files', waits: { place: 7 } });
    const { stages } = all[0]!;
    expect(Object.keys(stages!)).toEqual(['correlate', 'validate', 'admit', 'run', 'settle', 'redact', 'bound']);
    for (const micros of Object.values(stages!)) expect(Number.isInteger(micros) && micros >= 0).toBe(true);
    const admission: Admission = {
      admit: () => ({ by: 'refusal', problem: limitReached('rate', 'x', 5, { scope: 'caller' }) }),
    };
    await call({ records, admission }, fine, { caller });
    expect(all[1]).toMatchObject({ kinds: ['limited'], why: { limit: 'rate', scope: 'caller', retryAfterMs: '5' } });
  });

  it('of a call that may have changed something is kept before its answer leaves, and of others after', async () => {
    let acknowledge = () => {};
    const { all, records } = kept(() => new Promise(resolve => (acknowledge = () => resolve(undefined))));
    let answered = false;
    const writing = call({ records }).then(() => (answered = true));
    await expect.poll(() => all.length).toBe(1);
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    acknowledge();
    await writing;
    await call({ records }, { ...fine, annotations: { readOnlyHint: true } });
  });

  it('that cannot be kept takes the place of the answer, and says that the call ran', async () => {
    const { records } = kept(async () => ({
      problem: problem('unavailable', 'The store is away', { details: { reason: 'store' } }),
    }));
    const { outcome, facts } = await call({ records });
    expect(report(outcome, facts)).toMatchObject({ ok: false, state: 'finished', problems: [{ kind: 'unavailable' }] });
  });

  it('never holds what a problem says of contents', async () => {
    const { all, records } = kept();
    const details = { reason: 'budget', data: 'the contents', stderrTail: 'the contents' };
    await call(
      { records },
      tool(async () => ({ ok: false, exitCode: 1, problems: [problem('timeout', 'the contents', { details })] })),
    );
    expect(all[0]!.why).toEqual({ reason: 'budget' });
    expect(JSON.stringify(all)).not.toContain('the contents');
  });
});

describe('a result', () => {
  it('may be kept elsewhere before it is cut', async () => {
    const spill = {
      bound: async () => ({
        outcome: success({ text: 'head … tail' }),
        isShorter: true,
        notes: { result: { spill: { uri: 'concord://spill/x' } } },
      }),
    };
    const large = tool(async () => success({ text: 'x'.repeat(20_000_000) }));
    const { outcome, facts } = await call({ spill }, large);
    expect([outcome.text, facts.truncated]).toEqual(['head … tail', true]);
    expect(report(outcome, facts)).toMatchObject({ spill: { uri: 'concord://spill/x' } });
  });

  it('is redacted before it is kept', async () => {
    const seen: string[] = [];
    const spill = { bound: (leaving: { outcome: Outcome }) => void seen.push(leaving.outcome.text!) as undefined };
    await call(
      { spill },
      tool(async () => success({ text: 'password: hunter22' })),
    );
    expect(seen).toEqual(['password: [REDACTED]']);
  });
});

describe('a budget', () => {
  const budget = (given: object) => ({ meta: { 'io.concord/budget': given } }) as CallRequest;

  it('ends a call when its time is spent, whatever time the tool has, and names the hop', async () => {
    const slow = tool(() => new Promise(() => {}), { limits: { timeoutMs: 60_000 } });
    const { outcome } = await call({}, slow, { ...budget({ deadlineMs: 15 }), server: 'files' });
    expect(first(outcome)).toMatchObject({
      kind: 'timeout',
      details: { reason: 'budget', hop: 'files', budgetMs: '15' },
    });
    expect(first(outcome).message).toContain("at 'files'");
  });

  it('shrinks on its way to the next hop', async () => {
    let handed: unknown;
    const relay: Tool = {
      ...fine,
      run: async (_, own) => {
        handed = own.handedOn();
        return success();
      },
    };
    const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    const { meta } = budget({ deadlineMs: 5_000, bytes: 10_000, tokens: 1_000 });
    await call({}, relay, { meta: { ...meta, ...trace } });
    const left = (handed as Record<string, Record<string, number>>)['io.concord/budget']!;
    expect(left.deadlineMs).toBeLessThan(5_000);
    expect(left.bytes).toBeLessThan(10_000);
    expect(left.tokens).toBeLessThan(1_000);
    expect(handed).toMatchObject(trace);
    await call({}, relay);
    expect(handed).toBeUndefined();
  });

  it.each([[5], [{ deadlineMs: 'soon' }], [{ deadline: 'never' }], [{ bytes: -1 }], [{ tokens: [] }]])(
    'of %j is refused in words',
    async given => {
      const { outcome, facts } = await call({}, fine, budget(given as object));
      expect(first(outcome)).toMatchObject({ kind: 'invalid_params', message: expect.stringContaining('budget') });
      expect(facts.state).toBe('not_started');
    },
  );

  it('may name its end as a time', async () => {
    const deadline = new Date(Date.now() + 20).toISOString();
    const slow = tool(() => new Promise(() => {}));
    expect(first((await call({}, slow, budget({ deadline }))).outcome).details).toMatchObject({ reason: 'budget' });
  });
});

it('leaves a process without any of these as it was', async () => {
  const engine = createEngine({ warn: () => {}, env: { XDG_STATE_HOME: home } });
  await invoke(fine, {}, { engine, requestId: 'plain', caller: { name: 'x', transport: 'cli' } });
  await engine.records.flush();
  const lines = readFileSync(join(home, 'mcp', 'calls.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const record = JSON.parse(lines.find(line => line.includes('"plain"'))!) as CallRecord;
  expect(record).toMatchObject({ caller: 'cli', status: 'success' });
  for (const absent of ['transport', 'waits', 'why', 'upstream', 'replica', 'notes'])
    expect(record).not.toHaveProperty(absent);
});
