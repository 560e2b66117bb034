import { describe, expect, it } from 'vitest';
import { holdsSecret, looksLikePassword } from './secrets.js';

describe('a secret', () => {
  it.each([
    [['ghp_', '5Y309cpQRH0b8fbHkRL21G4LWn7cftsRJ4JH'].join(''), true],
    [['postgres://ann:w1nter', '-22x@db/x'].join(''), true],
    ['the token of the next page', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(holdsSecret(text)).toBe(expected);
  });
});

describe('a password', () => {
  it.each(['hunter2', 's3cr3t!', 'Tr0ub4dor&3', 'root'])('is %s', text => {
    expect(looksLikePassword(text)).toBe(true);
  });

  it.each([
    '',
    'ab',
    '********',
    '$' + '{PASSWORD}',
    '<password>',
    'changeme',
    'your-password-here',
    'two words',
    '%(password)s',
    'null',
    '{{ token }}',
    'password',
  ])('is not %s', text => {
    expect(looksLikePassword(text)).toBe(false);
  });
});
