import { describe, expect, it } from 'vitest';
import { compileRedaction } from './index.js';

const { value } = compileRedaction();

describe('redaction of JSON values', () => {
  it('masks strings and keys at any depth, and counts them', () => {
    const result = value({ a: [{ b: 'token=q7rt8zx1mk' }], 'password=hunter22x': 1 });
    expect(result.value).toEqual({ a: [{ b: 'token=[REDACTED]' }], 'password=[REDACTED]': 1 });
    expect(result.count).toBe(2);
    expect(result.rules).toEqual(['keyed-password', 'keyed-secret']);
  });

  it('judges a value by its key', () => {
    const given = {
      password: 'hunter22x',
      apiKey: 'q7rt8zx1mk',
      secret: ['q7rt8zx1mk', 'expected'],
      token: 'expected',
      publicKeyToken: 'b77a5c561934e089',
      Authorization: 'Bearer q7rt8zx1mk',
      cookie: 'sid=abcd',
      env: [{ name: 'DB_PASSWORD', value: 'hunter22x' }],
    };
    expect(value(given).value).toEqual({
      password: '[REDACTED]',
      apiKey: '[REDACTED]',
      secret: ['[REDACTED]', 'expected'],
      token: 'expected',
      publicKeyToken: 'b77a5c561934e089',
      Authorization: 'Bearer [REDACTED]',
      cookie: '[REDACTED]',
      env: [{ name: 'DB_PASSWORD', value: '[REDACTED]' }],
    });
  });

  it('returns the same reference when nothing changed, and shares what did not change', () => {
    const clean = { a: [1, 'b', null, { c: true }] };
    expect(value(clean).value).toBe(clean);
    const mixed = { clean, dirty: { password: 'hunter22x' } };
    const result = value(mixed).value as typeof mixed;
    expect(result.clean).toBe(clean);
    expect(mixed.dirty.password).toBe('hunter22x');
    expect(value(result)).toEqual({ value: result, count: 0, rules: [] });
  });

  it('does not touch the bytes of images, sounds and resources', () => {
    const secret = ['gh', 'p_', 'a1'.repeat(18)].join('');
    const content = [
      { type: 'image', data: secret, mimeType: 'image/png' },
      { type: 'audio', data: secret, mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a', blob: secret } },
    ];
    expect(value(content).value).toBe(content);
    expect(value({ type: 'text', data: secret }).value).toEqual({ type: 'text', data: '[REDACTED]' });
  });

  it('looks at what is left of a value that is secret in part', () => {
    const known = compileRedaction({ known: ['correct-horse'] });
    expect(known.value({ 'Set-Cookie': 'sid=q7rt8zx1mk; note=correct-horse; token=q7rt8zx1mk' }).value).toEqual({
      'Set-Cookie': 'sid=[REDACTED]; note=[REDACTED]; token=[REDACTED]',
    });
  });

  it('masks what stands in the place of such bytes and is no base64', () => {
    expect(value({ type: 'image', data: 'password=hunter22x' }).value).toEqual({
      type: 'image',
      data: 'password=[REDACTED]',
    });
    expect(value({ type: 'audio', data: { password: 'hunter22x' } }).value).toEqual({
      type: 'audio',
      data: { password: '[REDACTED]' },
    });
    expect(value({ uri: 'file:///a', blob: ['token=q7rt8zx1mk'] }).value).toEqual({
      uri: 'file:///a',
      blob: ['token=[REDACTED]'],
    });
  });

  it('keeps an entry whose key was written like a masked one', () => {
    const keys = Object.keys(value({ 'pwd=hunter22x': 1, 'pwd=[REDACTED]': 2, 'pwd=hunter23x': 3 }).value as object);
    expect(keys).toHaveLength(3);
    expect(keys).toContain('pwd=[REDACTED]');
  });

  it('takes linear time for many keys that become alike', { retry: 2 }, () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`password=hunter22x${i}`, i]));
    const milliseconds = (given: Record<string, number>) => {
      const start = performance.now();
      expect(Object.keys(value(given).value as object)).toHaveLength(Object.keys(given).length);
      return performance.now() - start;
    };
    milliseconds(keys(5_000));
    const few = Math.max(1, milliseconds(keys(5_000)));
    // Quadratic would be a hundred times as long.
    expect(milliseconds(keys(50_000)) / few).toBeLessThan(50);
  });

  it('keeps entries whose keys become alike, and a key named __proto__', () => {
    expect(Object.keys(value({ 'pwd=hunter22x': 1, 'pwd=hunter23x': 2 }).value as object)).toHaveLength(2);
    const hostile = JSON.parse('{"__proto__": "password=hunter22x"}');
    expect(JSON.stringify(value(hostile).value)).toBe('{"__proto__":"password=[REDACTED]"}');
  });

  it('refuses a value that contains itself', () => {
    const cyclic: Record<string, never> = {};
    cyclic.self = cyclic as never;
    expect(() => value(cyclic)).toThrow(TypeError);
  });
});
