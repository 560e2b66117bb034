import { expect, it } from 'vitest';
import { visible } from './text.js';

it('escapes on a terminal what hides text or turns it around, and nothing elsewhere', () => {
  const text = 'a\u202eb\u2066c\u200bd\ufeffe\x1b[2Jf\u{e0041}';
  expect(visible(text, true)).toBe('a\\u202eb\\u2066c\\u200bd\\ufeffe\\x1b[2Jf\\u{e0041}');
  expect(visible(text, false)).toBe(text);
  // The joiner of emoji, marks of other scripts, line breaks and tabs are text.
  const plain = '👩\u200d💻 नमस्ते שלום\tx\n';
  expect(visible(plain, true)).toBe(plain);
});
