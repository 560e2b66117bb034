import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, redact, redactionRules } from './index.js';

const known = ['known-secret-1', 'ключ-секрет', 'x1y2'];
const fragments = [
  ...redactionRules.flatMap(rule => [rule.example.text, rule.counterexample, rule.example.text.slice(0, 20)]),
  ...redactionRules.flatMap(rule => rule.triggers.map(trigger => trigger.replace(/\{[^}]+\}/g, 'a'))),
  ...known,
  ...[
    '=',
    ': ',
    '"',
    '\\"',
    "'",
    '\n',
    '\r\n',
    ' ',
    ';',
    ',',
    '&',
    '@',
    '/',
    '://',
    'a:b@',
    '[REDACTED]',
    '\u001b[31m',
    '\\n',
  ],
  ...[
    'hunter22x',
    'q7rt8zx1mk',
    'expected',
    'System.Threading',
    '\ud83d\ude00',
    '\ud800',
    '\udc00',
    '\0',
    '{',
    '}',
    '(',
    ')',
    '.',
    '-',
    '--',
  ],
  ...[
    'password',
    'token',
    'eyJ',
    '-----BEGIN RSA PRIVATE KEY-----',
    'a'.repeat(40),
    '0'.repeat(40),
    'Server=x;User Id=y;',
  ],
];
const text = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...fragments) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    ),
    { maxLength: 30 },
  )
  .map(pieces => pieces.join(''));

/** Fragments that do not run into each other: a token of an exact length ends where the next begins. */
const separated = fc
  .array(
    fc.tuple(
      fc.constantFrom(...fragments),
      fc.constantFrom(' ', '\n', ';', ', ', '"', "' ", ' = ', ': ', '\\n', ' \u001b[0m'),
    ),
  )
  .map(pieces => pieces.flat().join(''));

function stream(whole: string, cuts: readonly number[], options: { known?: string[] }) {
  const redactor = createRedactor(options);
  let out = '';
  let at = 0;
  for (let i = 0; at < whole.length; i++) {
    const size = cuts[i % cuts.length]!;
    out += redactor.push(whole.slice(at, at + size));
    at += size;
  }
  const rest = redactor.end();
  return { ...rest, text: out + rest.text };
}

describe('the streaming form', () => {
  it('gives what redact gives, however the text is cut', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (whole, cuts, some) => {
          const options = some ? { known } : {};
          expect(stream(whole, cuts, options)).toEqual(redact(whole, options));
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('gives the same one character at a time', () => {
    fc.assert(
      fc.property(text, whole => {
        expect(stream(whole, [1], { known })).toEqual(redact(whole, { known }));
      }),
      { numRuns: 500 },
    );
  });

  it('redacting twice changes nothing', () => {
    fc.assert(
      fc.property(separated, whole => {
        const once = redact(whole).text;
        expect(redact(once)).toEqual({ text: once, count: 0, rules: [] });
      }),
      { numRuns: 3000 },
    );
  });

  it('releases finished lines at once', () => {
    const redactor = createRedactor();
    expect(redactor.push('compiling\n')).toBe('compiling\n');
    expect(redactor.push('token: expected\n')).toBe('token: expected\n');
    expect(redactor.push('password=hunter')).not.toContain('hunter');
    expect(redactor.push('22x\n')).toContain('[REDACTED]\n');
    expect(redactor.end()).toEqual({ text: '', count: 1, rules: ['keyed-password'] });
  });

  it('holds back no more than a key of 16 KiB needs', () => {
    const redactor = createRedactor({ known });
    let held = 0;
    let out = 0;
    const piece = `${['-----BEGIN RSA PRIV', 'ATE KEY-----'].join('')}${'token="aaaa://eyJ'.repeat(3000)}`;
    for (let at = 0, given = 0; at < piece.length; at += 997) {
      const chunk = piece.slice(at, at + 997);
      given += chunk.length;
      out += redactor.push(chunk).length;
      held = Math.max(held, given - out);
    }
    // What was masked counts as held here: 16 KiB became ten characters, and values of 16 KiB may follow each other.
    expect(held).toBeLessThan(piece.length);
  });
});
