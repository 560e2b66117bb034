import { describe, expect, it } from 'vitest';
import { earlyFlags, readCommandLine } from './command-line.js';
import { numberOf } from './values.js';
import { splitVerb } from './verb.js';
import { withEnvironment } from './with-environment.js';

const read = (...argv: string[]) => readCommandLine(argv, ['full', 'output', 'header' as never], false);

describe('a command line', () => {
  it('has flags anywhere, in every way they are written', () => {
    expect(read('a', '--json', 'b', '--config', 'x', '-qv', '-oout', '--timeout=5s')).toEqual({
      flags: { json: true, config: 'x', quiet: true, verbose: true, output: 'out', timeout: '5s' },
      words: ['a', 'b'],
      rest: undefined,
    });
    expect(read('a', '--', '--json').rest).toEqual(['--json']);
    expect(read('--header', 'A: 1', '--header=B: 2').flags.header).toEqual(['A: 1', 'B: 2']);
    expect(read('-', '-5', '-.5').words).toEqual(['-', '-5', '-.5']);
  });

  it('keeps unknown flags as words only where a tool may have them', () => {
    expect(readCommandLine(['--key', 'value', '--other=x', '--json'], [], true).words).toEqual([
      '--key',
      'value',
      '--other=x',
    ]);
    expect(() => read('--ful')).toThrow('Unknown flag --ful');
    expect(() => readCommandLine(['-x'], [], true)).toThrow('Unknown flag -x');
    expect(() => read('--json=yes')).toThrow('--json takes no value');
    expect(() => read('--retries', '-1')).toThrow('--retries must be a whole number');
  });

  it('has its verb after the values of flags that stand before it', () => {
    expect(splitVerb(['--config', 'list', 'call', 'x'])).toEqual({ verb: 'call', rest: ['--config', 'list', 'x'] });
    expect(splitVerb(['-c', 'f', '--json'])).toEqual({ rest: ['-c', 'f', '--json'] });
    expect(splitVerb(['--', 'list'])).toEqual({ rest: ['--', 'list'] });
  });

  it('tells in which form a failure is wanted before it can be read', () => {
    expect(earlyFlags(['--nope', '--json', '--', '--compact'])).toEqual({ json: true });
    expect(earlyFlags(['--dialect', 'error-v0'])).toEqual({ dialect: 'error-v0' });
    expect(earlyFlags(['--dialect=cli'])).toEqual({ dialect: 'cli', json: true });
    expect(earlyFlags(['--dialect', 'french'])).toEqual({});
  });

  it('is completed by variables, and wins over them', () => {
    const env = { MCP_TIMEOUT: '2s', MCP_RETRIES: '', MCP_TRUST: '1', MCP_NO_DAEMON: '0', MCP_MAX_BYTES: '10k' };
    const flags = withEnvironment({ timeout: '1m' }, env);
    expect(flags).toEqual({ timeout: '1m', trust: true, 'max-bytes': '10k' });
    expect([numberOf(flags, 'timeout', 'duration'), numberOf(flags, 'max-bytes', 'size')]).toEqual([60_000, 10_240]);
    expect(() => withEnvironment({}, { MCP_CONCURRENCY: '0' })).toThrow('MCP_CONCURRENCY must be');
  });

  it.each([
    ['500', 500],
    ['500ms', 500],
    ['0.5s', 500],
    ['2m', 120_000],
    ['0', 0],
  ])('takes %s for %d milliseconds', (timeout, milliseconds) => {
    expect(numberOf({ timeout }, 'timeout', 'duration')).toBe(milliseconds);
  });
});
