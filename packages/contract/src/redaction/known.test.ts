import { describe, expect, it } from 'vitest';
import { redact } from './index.js';

const secret = 'Grün/"Käse"\\ & 4 Mäuse?';
const known = [secret];

describe('known values', () => {
  const forms: Record<string, string> = {
    literal: secret,
    'JSON-escaped': JSON.stringify(secret).slice(1, -1),
    'JSON inside JSON': JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    'JSON in ASCII': JSON.stringify(secret)
      .slice(1, -1)
      .replace(/[^\0-\x7f]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'JSON in ASCII with capital digits': JSON.stringify(secret)
      .slice(1, -1)
      .replace(/[^\0-\x7f]/g, c => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`),
    'percent-encoded': encodeURIComponent(secret),
    'percent-encoded in lower case': encodeURIComponent(secret).replace(/%../g, c => c.toLowerCase()),
    'form-encoded': new URLSearchParams({ q: secret }).toString().slice(2),
    hex: Buffer.from(secret).toString('hex'),
    HEX: Buffer.from(secret).toString('hex').toUpperCase(),
    base64: Buffer.from(secret).toString('base64'),
    base64url: Buffer.from(secret).toString('base64url'),
  };
  for (const [name, form] of Object.entries(forms)) {
    it(`are masked ${name}`, () => {
      expect(redact(`<${form}>`, { known })).toEqual({ text: '<[REDACTED]>', count: 1, rules: ['known-value'] });
    });
  }

  it('are masked where a colour code or the end of a full line breaks them, wherever it does', () => {
    const plain = 'Tr0ub4dor-and-3-horses';
    for (let at = 1; at < plain.length; at++)
      for (const broken of ['\x1b[1;31m', '\x1b[0m\x1b[4m']) {
        const { text } = redact(`<${plain.slice(0, at)}${broken}${plain.slice(at)}>`, { known: [plain] });
        expect(text).toBe('<[REDACTED]>');
      }
    for (const width of [60, 64, 76])
      for (const eol of ['\n', '\r\n'])
        for (let before = 0; before < 80; before++) {
          const lines = (written: string) => written.replaceAll(new RegExp(`.{${width}}`, 'g'), `$&${eol}`);
          const encoded = Buffer.from(`${'x'.repeat(before)}${plain}${'y'.repeat(60)}`).toString('base64');
          const { text, count } = redact(lines(encoded), { known: [plain] });
          expect([count, text]).toEqual([1, expect.not.stringContaining('IDtyb')]);
          expect(redact(lines(`${'x '.repeat(before)}${plain}`), { known: [plain] }).count).toBe(1);
        }
    // Two short lines are two texts.
    const apart = `${plain.slice(0, 12)}\n${plain.slice(12)}`;
    expect(redact(apart, { known: [plain] }).text).toBe(apart);
  });

  it('are masked in base64 at every alignment', () => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const encoded = Buffer.from(`${before}${secret}and more`).toString('base64');
      const { text, count } = redact(encoded, { known });
      expect(count).toBe(1);
      const left = Buffer.from(text.replace('[REDACTED]', ''), 'base64').toString('latin1');
      expect(left).not.toMatch(/K.{1,2}se|M.{1,2}use/);
    }
  });

  it('of fewer than 8 bytes are masked only as the value of a key', () => {
    expect(redact('abc12 pin=abc12 "pin": "abc12" pin: abc12x abc12', { known: ['abc12'] }).text).toBe(
      'abc12 pin=[REDACTED] "pin": "[REDACTED]" pin: abc12x abc12',
    );
  });

  it('mask the longest of several that begin alike', () => {
    const two = ['plainvalue', 'plainvalue-extended'];
    expect(redact('plainvalue-extended plainvalue', { known: two }).text).toBe('[REDACTED] [REDACTED]');
  });

  it('come before shapes, so that a value with blanks goes whole', () => {
    expect(redact('password=ab1 cd2 ef3', { known: ['ab1 cd2 ef3'] }).text).toBe('password=[REDACTED]');
  });

  it('that end in a line break are masked without it, too', () => {
    expect(redact('pw hunter22 ok', { known: ['hunter22\n'] }).text).toBe('pw [REDACTED] ok');
  });

  it('that are part of the placeholder are ignored', () => {
    expect(redact('REDACTED [REDACTED]', { known: ['REDACTED', '[REDACTED]'] }).count).toBe(0);
  });

  it('may hold line breaks and lone surrogates', () => {
    expect(redact('x line1\nline2 y', { known: ['line1\nline2'] }).text).toBe('x [REDACTED] y');
    expect(redact('x \ud800abcdefgh y', { known: ['\ud800abcdefgh'] }).text).toBe('x [REDACTED] y');
  });
});
