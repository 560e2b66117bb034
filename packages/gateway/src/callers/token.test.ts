import { redact } from '@concord/contract';
import { expect, it } from 'vitest';
import { isToken, newToken, tokenHash } from './token.js';

it('makes tokens that differ, and stores no more than their hash', () => {
  const made = Array.from({ length: 100 }, newToken);
  expect(new Set(made.map(({ token }) => token)).size).toBe(100);
  for (const { token, hash } of made) {
    expect(token).toMatch(/^ccd_[0-9A-Za-z]{49}$/);
    expect([isToken(token), hash]).toEqual([true, tokenHash(token)]);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  }
});

it('tells a mistyped token from one it made', () => {
  const { token } = newToken();
  for (let at = 4; at < token.length; at++)
    expect(isToken(`${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`)).toBe(false);
  for (const other of ['', 'ccd_', `${token}0`, token.slice(1), token.toUpperCase()])
    expect(isToken(other)).toBe(false);
});

it('makes tokens that are masked wherever they turn up', () => {
  const { token } = newToken();
  expect(redact(`it was ${token} then`).text).toBe('it was [REDACTED] then');
});
