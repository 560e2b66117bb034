import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialects, failure, type Outcome, problem, redact, redactionRules, success } from '@concord/contract';
import { createEngine, invoke } from '@concord/engine';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, testEngine, testTool } from './support/engine.js';

const known = ['correct', 'horse', 'battery'].join('-');

/** The same planted text in every place an outcome, a progress report or a log line has. */
function everywhere(text: string): readonly Outcome[] {
  const output = { text, data: { [text]: [text, { deep: text }] }, command: text, metadata: { note: text } };
  const quoted = problem('command_failed', text, {
    hint: text,
    explanation: text,
    suggestedFixes: [text],
    alternatives: [text],
    rawOutput: text,
    command: text,
    stderr: text,
    details: { note: text, nested: { note: text } },
  });
  const content = [{ type: 'resource', resource: { uri: 'x:y', text } }];
  return [success({ ...output, content }), failure(quoted, { ...output, exitCode: 1 })];
}

async function leaks(planted: string, secret: string): Promise<string[]> {
  const home = temporaryFolder();
  const engine = createEngine({ env: { XDG_STATE_HOME: home } });
  const leaked: string[] = [];
  const watch = (where: string, value: unknown) => JSON.stringify(value).includes(secret) && leaked.push(where);
  for (const outcome of everywhere(planted)) {
    const tool = testTool(async (_, call) => {
      call.progress(1, 2, planted);
      call.log('info', { message: planted });
      return outcome;
    });
    const onProgress = (report: unknown) => watch('progress', report);
    const onLog = (line: unknown) => watch('log', line);
    const result = await invoke(tool, {}, { engine, knownSecrets: [known], onProgress, onLog, requestId: planted });
    watch('outcome', result.outcome);
    watch('facts', result.facts);
    for (const [name, dialect] of Object.entries(dialects))
      watch(name, dialect.write(dialect.render(result.outcome, result.facts)));
    expect(result.facts.redactions).toBeGreaterThan(0);
  }
  await engine.records.flush();
  watch('record', readFileSync(join(home, 'mcp', 'calls.jsonl'), 'utf8'));
  return leaked;
}

describe('a planted secret leaves nowhere', () => {
  it('when the process knows it', async () => {
    expect(await leaks(`the phrase is ${known}, do not tell`, known)).toEqual([]);
  });

  it.each(redactionRules.map(rule => [rule.id, rule] as const))('by the rule %s', async (_, rule) => {
    expect(await leaks(`before ${rule.example.text} after`, rule.example.secret)).toEqual([]);
  });

  it.each(redactionRules.map(rule => [rule.id, rule] as const))('as a request id: %s', async (_, rule) => {
    const tool = testTool(async () => success());
    const { facts } = await invoke(
      tool,
      {},
      { engine: testEngine(), requestId: rule.example.secret, knownSecrets: [known] },
    );
    const byValue = await invoke(tool, {}, { engine: testEngine(), requestId: known, knownSecrets: [known] });
    expect(byValue.facts.requestId).not.toBe(known);
    if (redact(rule.example.secret).count > 0) expect(facts.requestId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('and clean text arrives as it was', async () => {
    const clean = [
      'src/app.ts(12,5): error TS2345: expected token: identifier',
      'System.Core, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
      'commit 9fceb02d0ae598e95dc970b74767f19372d61af8 by 123e4567-e89b-12d3-a456-426614174000',
      'https://localhost:8080/path?page=2 took 12 ms; password: string; CancellationToken token of the call',
    ].join('\n');
    for (const outcome of everywhere(clean)) {
      const result = await invoke(
        testTool(async () => outcome),
        {},
        { engine: testEngine(), knownSecrets: [known] },
      );
      expect(result.facts.redactions).toBe(0);
      expect(result.outcome.text).toBe(clean);
    }
  });

  it('when a tool declares it while running', async () => {
    const tool = testTool(async (_, call) => {
      call.secret(known);
      return success({ text: `now ${known}` });
    });
    expect((await invoke(tool, {}, { engine: testEngine() })).outcome.text).toBe('now [REDACTED]');
  });

  it('when it is thrown', async () => {
    const tool = testTool(async () => {
      throw new Error(`cannot sign in with ${known}`);
    });
    const { outcome } = await invoke(tool, {}, { engine: testEngine(), knownSecrets: [known] });
    expect(JSON.stringify(outcome)).not.toContain(known);
  });

  it('when it is an argument that is refused', async () => {
    const tool = testTool(async () => success(), {
      inputSchema: { type: 'object', properties: { value: { type: 'string', maxLength: 3 } } },
      secrets: args => [String(args.value)],
    });
    const { outcome } = await invoke(tool, { value: known }, { engine: testEngine() });
    expect(JSON.stringify(outcome)).not.toContain(known);
  });
});

describe('bytes that hold a known secret', () => {
  const pixels = Buffer.concat([Buffer.from([0x89, 0, 0xff]), Buffer.from(known)]).toString('base64');
  const image = { type: 'image', mimeType: 'image/png', data: pixels };
  const content = [{ type: 'text', text: 'here it is' }, image];

  it('are withheld, and the caller gets a typed failure with the rest of the result', async () => {
    for (const given of [success({ content }), success({ result: { content } })]) {
      const { outcome, facts } = await invoke(
        testTool(async () => given),
        {},
        { engine: testEngine(), knownSecrets: [known] },
      );
      expect(outcome).toMatchObject({ ok: false, problems: [{ kind: 'forbidden', details: { reason: 'secret' } }] });
      expect(facts).toMatchObject({ state: 'finished', redactions: 1 });
      expect(JSON.stringify(outcome)).toContain('here it is');
      expect(JSON.stringify(outcome)).not.toContain(pixels.slice(4, -4));
      if (outcome.result) expect(outcome.result.isError).toBe(true);
    }
  });

  it('are told beside the other problems of a failure', async () => {
    const failed = failure(problem('command_failed', 'it broke'), { content });
    const { outcome } = await invoke(
      testTool(async () => failed),
      {},
      { engine: testEngine(), knownSecrets: [known] },
    );
    expect(outcome).toMatchObject({ problems: [{ kind: 'command_failed' }, { kind: 'forbidden' }] });
  });

  it('and that nobody knows are left as they are', async () => {
    const { outcome } = await invoke(
      testTool(async () => success({ content })),
      {},
      { engine: testEngine(), knownSecrets: ['some-other-value'] },
    );
    expect(outcome.content?.[1]).toEqual(image);
  });
});

describe('a secret counts once', () => {
  const token = ['gh', 'p_', 'a1'.repeat(18)].join('');
  const counted = async (given: Outcome, knownSecrets = [known]) =>
    (
      await invoke(
        testTool(async () => given),
        {},
        { engine: testEngine(), knownSecrets },
      )
    ).facts.redactions;

  it('in the text and the data of one answer, whoever made it', async () => {
    const data = { password: 'hunter22x', note: `with ${known}` };
    const text = JSON.stringify(data);
    const result = { content: [{ type: 'text', text }], structuredContent: data };
    expect(await counted(success({ text, data }))).toBe(2);
    expect(await counted(success({ text, data, result }))).toBe(2);
    expect(await counted(failure(problem('command_failed', text, { stderr: text }), { text, data, result }))).toBe(2);
  });

  it('in all forms of a known value, and where a rule would find it too', async () => {
    const forms = [known, Buffer.from(known).toString('base64'), Buffer.from(known).toString('hex')];
    expect(await counted(success({ text: forms.join(' ') }))).toBe(1);
    expect(await counted(success({ text: `password=${token} ${token}`, data: { password: token } }), [token])).toBe(1);
  });

  it('in a text that is redacted in pieces', async () => {
    const text = `${'a clean line of text\n'.repeat(60_000)} ${token} ${known}`;
    expect(await counted(success({ text, data: [token, known] }))).toBe(2);
  });

  it('and two secrets count twice', async () => {
    expect(await counted(success({ text: `password=hunter22x password=hunter23x` }))).toBe(2);
  });
});

describe('raw output', () => {
  const raw = testTool(async () => success({ text: known }), {
    inputSchema: { type: 'object', properties: { unsafeOutput: { type: 'boolean' } } },
    unsafeOutput: args => args.unsafeOutput === true,
  });

  it('is given when asked for, and the record says so', async () => {
    const home = temporaryFolder();
    const engine = createEngine({ env: { XDG_STATE_HOME: home } });
    const { outcome, facts } = await invoke(raw, { unsafeOutput: true }, { engine, knownSecrets: [known] });
    expect(outcome.text).toBe(known);
    expect(facts.unredacted).toBe(true);
    await engine.records.flush();
    const line = readFileSync(join(home, 'mcp', 'calls.jsonl'), 'utf8');
    expect(JSON.parse(line)).toMatchObject({ unredacted: true });
    expect(line).not.toContain(known);
  });

  it('is refused when the operator forbids it', async () => {
    const engine = testEngine({ CONCORD_FORBID_UNSAFE_OUTPUT: '1' });
    for (const request of [{ args: { unsafeOutput: true } }, { args: {}, unsafeOutput: true }]) {
      const { args, ...more } = request;
      const { outcome, facts } = await invoke(raw, args, { engine, ...more, knownSecrets: [known] });
      expect(outcome).toMatchObject({
        ok: false,
        problems: [{ details: { parameter: 'unsafeOutput', reason: 'forbidden' } }],
      });
      expect(facts.state).toBe('not_started');
    }
  });

  it('of a tool whose results hash themselves stays raw until redaction is asked for', async () => {
    const hashed = testTool(async () => success({ text: known }), { redaction: 'on-request' });
    const engine = testEngine();
    expect((await invoke(hashed, {}, { engine, knownSecrets: [known] })).outcome.text).toBe(known);
    const redacted = await invoke(hashed, {}, { engine, knownSecrets: [known], redact: true });
    expect(redacted.outcome.text).toBe('[REDACTED]');
  });
});
