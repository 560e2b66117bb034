import { failure, type Outcome, problem, success } from '@concord/contract';
import { describe, expect, it } from 'vitest';
import { shortened } from './shorten.js';

/** The printed form of an outcome, shortened to a limit. */
const printed = (outcome: Outcome, limit: number) =>
  JSON.stringify(shortened(outcome, limit, each => Buffer.byteLength(JSON.stringify(each))));
const blocks = (count: number, text: string) => Array.from({ length: count }, () => ({ type: 'text', text }));

describe('shortened', () => {
  it.each<[string, Outcome]>([
    ['one long text', success({ text: 'x'.repeat(1e6), result: { content: blocks(1, 'x'.repeat(1e6)) } })],
    ['text that doubles when it is written', success({ result: { content: blocks(1, '\u0001'.repeat(1e5)) } })],
    ['many texts', success({ result: { content: blocks(5_000, 'some words here') } })],
    [
      'large data',
      success({
        data: { list: blocks(2_000, 'y') },
        result: { structuredContent: { list: blocks(2_000, 'y') }, content: [] },
      }),
    ],
    [
      'a large picture',
      success({ result: { content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(1e6) }] } }),
    ],
    [
      'a long failure',
      failure(problem('command_failed', 'm'.repeat(2_000), { details: { stderrTail: 'z'.repeat(60_000) } }), {
        result: { isError: true, content: blocks(1, 'x'.repeat(1e6)) },
      }),
    ],
  ])('is within its limit for %s', (_, outcome) => {
    const text = printed(outcome, 4_000);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_000);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it('says how much is missing, and cuts between characters', () => {
    const text = printed(success({ result: { content: blocks(1, 'ü'.repeat(10_000)) } }), 1_000);
    expect(text).toMatch(/ü\\n\[\d+ bytes omitted\]\\nü/);
    expect(text).not.toContain('\ufffd');
    expect(printed(success({ result: { content: blocks(3_000, 'word') } }), 1_000)).toMatch(/\[\d+ blocks omitted\]/);
  });

  it('keeps what says that it failed', () => {
    const outcome = failure(problem('command_failed', 'no'), {
      result: { isError: true, content: blocks(1, 'x'.repeat(1e5)) },
    });
    expect(JSON.parse(printed(outcome, 500)).result.isError).toBe(true);
  });
});
