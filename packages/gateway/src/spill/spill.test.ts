import {
  callToolResult,
  type Failure,
  failure,
  type JsonObject,
  type Outcome,
  problem,
  report,
  success,
} from '@concord/contract';
import { ask, type CallRequest, type Tool } from '@concord/engine';
import { openMemoryStore } from '@concord/store';
import { describe, expect, it } from 'vitest';
import { as, replicaOf, type TestOptions, type TestReplica, toolOf } from '../../test/support/gateway.js';

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}: ${'·'.repeat(at % 40)}\n`).join('');
const LARGE = lines(3_000);
const first = (outcome: Outcome) => (outcome as Failure).problems[0];

/** A result as another server has sent it. */
const passedOn = (result: JsonObject): Outcome => {
  const content = result.content as readonly JsonObject[];
  const text = content.flatMap(block => (block.type === 'text' ? [String(block.text)] : [])).join('\n');
  const { structuredContent: data } = result;
  return success({ text, ...(data !== undefined && { data }), result });
};
const textual = (text: string) => ({ content: [{ type: 'text', text }] });

/** The result of a call as its client sees it. */
async function sent(replica: TestReplica, tool: Tool, request: CallRequest = {}, args = {}) {
  const { outcome, facts } = await replica.call(tool, args, request);
  const result = callToolResult(outcome, facts, tool.dialect);
  const blocks = result.content as readonly JsonObject[];
  const link = blocks.find(({ type }) => type === 'resource_link');
  return {
    outcome,
    result,
    text: String(blocks.find(({ type }) => type === 'text')?.text),
    link,
    uri: link?.uri as string,
    account: report(outcome, facts) as JsonObject,
  };
}

async function spilled(options: TestOptions = {}, text = LARGE, request: CallRequest = {}) {
  const replica = await replicaOf(openMemoryStore(), options);
  return {
    replica,
    ...(await sent(
      replica,
      toolOf('large', async () => passedOn(textual(text))),
      request,
    )),
  };
}

const read = async (replica: TestReplica, uri: string, request: CallRequest = {}) => {
  const { outcome } = await ask(
    replica.spills,
    { method: 'resources/read', uri },
    { engine: replica.engine, server: 'concord/spill', ...request },
  );
  if (!outcome.ok) return first(outcome);
  return (outcome.data as unknown as readonly { text: string }[])[0]!.text;
};
const use = async (replica: TestReplica, name: string, args: object, request: CallRequest = {}) => {
  const tool = replica.spills.snapshot().tools.find(each => each.name === name)!;
  return (await replica.call(tool, args, { server: 'concord/spill', ...request })).outcome;
};

describe('a text over the budget', () => {
  it('leaves as its two ends, a line on what to do next, and a link', async () => {
    const { text, link, uri, account, replica } = await spilled();
    expect(Buffer.byteLength(text)).toBeLessThan(49_152);
    expect(text.startsWith('line 1: \nline 2: ·\n')).toBe(true);
    expect(text).toContain('line 3000: ');
    expect(text).toMatch(/\[\d+ bytes omitted\]/);
    expect(text).toContain('spill_read');
    expect(link).toMatchObject({
      uri: expect.stringMatching(/^concord:\/\/spill\/[0-9a-f]{64}$/),
      mimeType: 'text/plain',
      size: Buffer.byteLength(LARGE),
    });
    expect(account).toMatchObject({
      ok: true,
      truncated: true,
      spill: [{ uri, bytes: Buffer.byteLength(LARGE), lines: 3_000 }],
    });
    expect(replica.saved()).toBeGreaterThan(0);
  });

  it('under it leaves as it is', async () => {
    const { text, link, account } = await spilled({}, 'small');
    expect([text, link, account.spill, account.truncated]).toEqual(['small', undefined, undefined, false]);
  });

  it.each<[string, TestOptions, CallRequest]>([
    ['of the call', {}, { meta: { 'io.concord/budget': { bytes: 2_000 } } }],
    ['of the call in tokens', {}, { meta: { 'io.concord/budget': { tokens: 500 } } }],
    ['of the caller', {}, as('ada', { spillBytes: 2_000 })],
    ['of the tool', { spill: { tools: [{ glob: 'test/lar*', bytes: 2_000 }] } }, {}],
    ['of all', { spill: { bytes: 2_000 } }, {}],
  ])('has the budget %s', async (_, options, request) => {
    const { link, text } = await spilled(options, lines(60), request);
    expect(link).toBeDefined();
    expect(Buffer.byteLength(text)).toBeLessThan(2_000);
  });

  it('is never kept where the budget says so', async () => {
    const { link, text } = await spilled({ spill: { bytes: 0 } });
    expect([link, text]).toEqual([undefined, LARGE]);
  });

  it('keeps its images, and is kept of a failure, too', async () => {
    const replica = await replicaOf();
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const result = { content: [{ type: 'text', text: LARGE }, image], isError: true };
    const run = async () => failure(problem('command_failed', 'It broke'), { text: LARGE, result, exitCode: 1 });
    const { result: shown, outcome } = await sent(replica, toolOf('broken', run));
    expect(shown).toMatchObject({ isError: true, content: [{ type: 'text' }, image, { type: 'resource_link' }] });
    expect(first(outcome).kind).toBe('command_failed');
  });

  it('of a tool that answers in a document is shortened inside of that', async () => {
    const replica = await replicaOf();
    const { result, link } = await sent(
      replica,
      toolOf('built', async () => success({ text: LARGE }), { dialect: 'contract-v1' }),
    );
    expect(result.structuredContent).toMatchObject({ success: true, output: expect.stringContaining('bytes omitted') });
    expect(link).toBeDefined();
  });

  it('holds no secret, in what leaves or in what is kept', async () => {
    const secret = ['correct', 'horse', 'battery'].join('-');
    const { uri, text, replica } = await spilled({}, `${LARGE}token=${secret}9\n${LARGE}`, {
      knownSecrets: [`${secret}9`],
    });
    const kept = await read(replica, `${uri}?grep=token`);
    expect(kept).toBe('3001: token=[REDACTED]\n');
    expect(`${text}${kept}`).not.toContain(secret);
  });

  it('is kept once for a caller, however often it comes', async () => {
    const store = openMemoryStore();
    const replica = await replicaOf(store);
    const tool = toolOf('large', async () => passedOn(textual(LARGE)));
    const uris = await Promise.all([1, 2, 3].map(async () => (await sent(replica, tool)).uri));
    expect([new Set(uris).size, (await store.spills.list()).length]).toEqual([1, 1]);
  });
});

const data = {
  items: Array.from({ length: 2_000 }, (_, at) => ({ id: at, name: `item ${at}`, tags: ['a/b', 'c~d'] })),
};
const strict = {
  type: 'object',
  properties: { items: { type: 'array' } },
  required: ['items'],
  additionalProperties: false,
};

describe('data over the budget', () => {
  const twin = (value: JsonObject, space?: number) => ({
    content: [{ type: 'text', text: JSON.stringify(value, null, space) }],
    structuredContent: value,
  });

  it.each([undefined, 2, 4])('that is also the text is kept once (indented by %s)', async space => {
    const replica = await replicaOf();
    const { result, uri, account } = await sent(
      replica,
      toolOf('both', async () => passedOn(twin(data, space))),
    );
    expect((result.content as JsonObject[]).filter(({ type }) => type === 'resource_link')).toHaveLength(1);
    expect(account.spill).toHaveLength(1);
    expect(result.structuredContent).toMatchObject({ 'io.concord/spill': { uri, mimeType: 'application/json' } });
    expect(JSON.parse((await read(replica, uri)) as string)).toEqual(data);
  });

  it('is left out, never cut, where the output schema has no place for a reference', async () => {
    const replica = await replicaOf();
    const { result, uri } = await sent(
      replica,
      toolOf('both', async () => passedOn(twin(data)), { outputSchema: strict }),
    );
    expect(result.structuredContent).toBeUndefined();
    expect(uri).toBeDefined();
  });

  it('that differs from its text is kept beside it', async () => {
    const replica = await replicaOf();
    const result = { content: [{ type: 'text', text: LARGE }], structuredContent: data };
    const { account } = await sent(
      replica,
      toolOf('two', async () => passedOn(result)),
    );
    expect((account.spill as JsonObject[]).map(({ mimeType }) => mimeType)).toEqual(['text/plain', 'application/json']);
  });

  const small = { items: data.items.slice(0, 500) };
  it('that fits once is sent once: as data where that is promised, else as a compact text', async () => {
    const replica = await replicaOf();
    const half = JSON.stringify(small).length;
    expect(half).toBeLessThan(49_152);
    const promised = await sent(
      replica,
      toolOf('both', async () => passedOn(twin(small, 2)), { outputSchema: strict }),
    );
    expect(promised.result.structuredContent).toEqual(small);
    expect(promised.text).toBe('[The result is in structuredContent]');
    expect(promised.account).toMatchObject({ savedBytes: expect.any(Number), truncated: false });
    const free = await sent(
      replica,
      toolOf('both', async () => passedOn(twin(small, 2))),
    );
    expect([free.text, free.result.structuredContent]).toEqual([JSON.stringify(small), undefined]);
    const old: CallRequest = { caller: { name: 'old', transport: 'http', readsTextOnly: true } };
    const text = await sent(
      replica,
      toolOf('both', async () => passedOn(twin(small, 2)), { outputSchema: strict }),
      old,
    );
    expect(text.text).toBe(JSON.stringify(small));
  });
});

describe('what was kept', () => {
  it('is read by lines, by bytes, whole and by a search', async () => {
    const { replica, uri } = await spilled();
    expect(await read(replica, `${uri}?lines=2-3`)).toBe('line 2: ·\nline 3: ··\n');
    expect(await read(replica, `${uri}?lines=3000-`)).toBe(`line 3000: ${'·'.repeat(39)}\n`);
    expect(await read(replica, `${uri}?lines=5000-`)).toBe('');
    expect(await read(replica, `${uri}?bytes=0-7`)).toBe('line 1: ');
    expect(await read(replica, uri)).toBe(LARGE);
    expect(await read(replica, `${uri}?grep=${encodeURIComponent('^line (7|9):')}&context=1`)).toBe(
      LARGE.split('\n')
        .slice(5, 10)
        .map((line, at) => `${at + 6}${at === 1 || at === 3 ? ':' : '-'} ${line}\n`)
        .join(''),
    );
  });

  it('of JSON is read by pointers', async () => {
    const replica = await replicaOf();
    const { uri } = await sent(
      replica,
      toolOf('data', async () => success({ data })),
    );
    expect(await read(replica, `${uri}?pointer=/items/1999/name`)).toBe('item 1999');
    expect(JSON.parse((await read(replica, `${uri}?pointer=/items/3`)) as string)).toEqual(data.items[3]);
    expect(await read(replica, `${uri}?pointer=/items/9999`)).toMatchObject({ kind: 'not_found' });
    const { uri: text, replica: other } = await spilled();
    expect(await read(other, `${text}?pointer=/a`)).toMatchObject({ kind: 'invalid_params' });
  });

  it.each([
    '?lines=0-5',
    '?lines=5-2',
    '?lines=x',
    '?bytes=-1',
    '?grep=(',
    '?grep=',
    '?context=2',
    '?grep=a&context=1000',
    '?pointer=a',
    '?lines=1&bytes=1',
    '?other=1',
    '/more',
  ])('is not read by %s, and the answer says why', async query => {
    const { replica, uri } = await spilled();
    expect(await read(replica, `${uri}${query}`)).toMatchObject({ kind: 'invalid_params', hint: expect.any(String) });
  });

  it('is searched by an expression that backtracks for no longer than a moment', async () => {
    const { replica, uri } = await spilled({}, `${'a'.repeat(200)}!\n${LARGE}`);
    const began = performance.now();
    expect(await read(replica, `${uri}?grep=${encodeURIComponent('^(a+)+$')}`)).toMatchObject({
      message: 'The expression takes too long',
    });
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it('is read and searched by tools, within the budget of their caller, with how to go on', async () => {
    const { replica, uri } = await spilled();
    const all = await use(replica, 'spill_read', { uri });
    expect(Buffer.byteLength(all.text!)).toBeLessThan(50_000);
    expect(all.text).toMatch(/go on with bytes=\d+-\]$/);
    expect((await use(replica, 'spill_read', { uri, lines: '1-2' })).text).toBe(
      'line 1: \nline 2: ·\n[lines 1 to 2 of 3001]',
    );
    expect((await use(replica, 'spill_search', { uri, pattern: 'line 7:' })).text).toContain('7: line 7: ');
    const asked = { meta: { 'io.concord/budget': { bytes: 1_000 } } };
    const few = await use(replica, 'spill_read', { uri, lines: '10-' }, asked);
    expect(Buffer.byteLength(few.text!)).toBeLessThan(1_200);
    expect(few.text).toMatch(/go on with lines=\d+-\]$/);
    expect(first(await use(replica, 'spill_read', { uri: 'concord://spill/x' })).kind).toBe('invalid_params');
  });

  it('is there for its caller alone', async () => {
    const { replica, uri } = await spilled({}, LARGE, as('ada'));
    expect(await read(replica, `${uri}?lines=1`, as('ada'))).toBe('line 1: \n');
    const missing = await read(replica, `concord://spill/${'0'.repeat(64)}`, as('bob'));
    const others = await read(replica, uri, as('bob'));
    expect(others).toMatchObject({ kind: 'not_found' });
    expect({ ...(others as object), message: '' }).toEqual({ ...(missing as object), message: '' });
    expect(await read(replica, uri)).toMatchObject({ kind: 'not_found' });
  });

  it('goes after its time, and makes room for others', async () => {
    let now = 1_000_000;
    const store = openMemoryStore(() => now);
    const replica = await replicaOf(store, { keepMs: 1_000, storeBytes: Buffer.byteLength(LARGE) * 2.5 });
    const made = async (text: string) =>
      (
        await sent(
          replica,
          toolOf('large', async () => passedOn(textual(text))),
        )
      ).uri;
    const uri = await made(LARGE);
    now += 1_001;
    expect(await read(replica, uri)).toMatchObject({ kind: 'not_found' });
    const uris = [await made(`1${LARGE}`), await made(`2${LARGE}`)];
    await read(replica, uris[0]!);
    await made(`3${LARGE}`);
    expect(typeof (await read(replica, `${uris[0]}?lines=1`))).toBe('string');
    expect(await read(replica, uris[1]!)).toMatchObject({ kind: 'not_found' });
  });
});

describe('an address among arguments', () => {
  const echo = (seen: unknown[]) =>
    toolOf('echo', async args => {
      seen.push(args);
      return success({ text: 'ok' });
    });

  it('is what it stands for, wherever a text may stand, and its result says so', async () => {
    const { replica, uri } = await spilled();
    const seen: unknown[] = [];
    const args = { text: uri, nested: [{ line: `${uri}?lines=2-2` }], other: 'as it is', n: 5 };
    const { account } = await sent(replica, echo(seen), {}, args);
    expect(seen).toEqual([{ text: LARGE, nested: [{ line: 'line 2: ·\n' }], other: 'as it is', n: 5 }]);
    expect(account.inserted).toEqual([
      { pointer: '/text', uri, bytes: Buffer.byteLength(LARGE) },
      { pointer: '/nested/0/line', uri: `${uri}?lines=2-2`, bytes: 11 },
    ]);
  });

  it('of another caller, of nobody, or of a part there is not never reaches the tool', async () => {
    const { replica, uri } = await spilled({}, LARGE, as('ada'));
    const seen: unknown[] = [];
    for (const given of [uri, `concord://spill/${'1'.repeat(64)}`]) {
      const { outcome, facts } = await replica.call(echo(seen), { text: given }, as('bob'));
      expect([first(outcome).kind, facts.state]).toEqual(['not_found', 'not_started']);
    }
    const wrong = await replica.call(echo(seen), { text: `${uri}?lines=x` }, as('ada'));
    expect(first(wrong.outcome)).toMatchObject({ kind: 'invalid_params', details: { parameter: '/text' } });
    expect(seen).toEqual([]);
  });

  it('counts for the ledger as what it stands for', async () => {
    const { replica, uri } = await spilled();
    const seen: unknown[] = [];
    const under = { meta: { 'io.concord/idempotencyKey': 'k' } };
    await replica.call(echo(seen), { text: `${uri}?lines=2-2` }, under);
    const again = await replica.call(echo(seen), { text: 'line 2: ·\n' }, under);
    expect([seen.length, report(again.outcome, again.facts).replayed]).toEqual([1, true]);
  });
});

it('takes 31 MB of text and of data, and answers from any part of them', async () => {
  const replica = await replicaOf();
  const text = lines(620_000);
  expect(Buffer.byteLength(text)).toBeGreaterThan(31_000_000);
  const { uri, text: shown } = await sent(
    replica,
    toolOf('text', async () => passedOn(textual(text))),
  );
  expect(Buffer.byteLength(shown)).toBeLessThan(49_152);
  expect(await read(replica, `${uri}?lines=519999-519999`)).toContain('line 519999: ');
  expect(await read(replica, `${uri}?grep=line%20400000:`)).toMatch(/^400000: line 400000: /);
  const list = { items: Array.from({ length: 620_000 }, (_, id) => ({ id, name: `the name of item ${id}` })) };
  const whole = await sent(
    replica,
    toolOf('data', async () => success({ data: list })),
  );
  expect(await read(replica, `${whole.uri}?pointer=/items/619999/name`)).toBe('the name of item 619999');
  let received = 0;
  const counter = toolOf('count', async ({ text: given }) => {
    received = Buffer.byteLength(String(given));
    return success();
  });
  await replica.call(counter, { text: uri });
  expect(received).toBe(Buffer.byteLength(text));
});
