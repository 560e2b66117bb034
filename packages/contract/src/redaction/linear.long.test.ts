import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

/** As it is built, because the runner of tests rewrites what it loads, and each call between modules then costs more than it does in use. */
const { createRedactor, redact, redactionRules }: typeof import('./index.js') = createRequire(import.meta.url)(
  '../../dist/redaction/index.js',
);

const SIZE = 4_000_000;
const fill = (piece: string, size = SIZE) =>
  Buffer.from(piece.repeat(Math.ceil(size / piece.length)))
    .toString('latin1')
    .slice(0, size);

const clean = fill(
  [
    "src/app/index.ts(12,5): error TS2345: Argument of type 'string' is not assignable to 'CancellationToken'.",
    'npm http fetch GET 200 https://registry.example.org/webpack 312ms (cache hit)',
    "Unexpected token: expected '}' but found end of file in src/lib/lexer.ts",
    '    at Parser.next (/srv/app/node_modules/@babel/core/lib/index.js:120:31)',
    '#12 sha256:7e1c94b06fa2d8537e1c94b06fa2d8537e1c94b06fa2d8537e1c94b06fa2d853 12.5MB / 92.10MB 4.1s\n',
  ].join('\n'),
);

/** CPU time of this process, because what else the machine does must not count. */
function seconds(text: string): number {
  const start = process.cpuUsage();
  redact(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** How many times as long one text takes as another. Measured side by side, a few times: what else the machine does hits both, and the best counts. */
function ratio(text: string, other: string, attempts = 5, enough = 1): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && best > enough; attempt++) {
    const base = Math.max(seconds(other), 0.001);
    best = Math.min(best, seconds(text) / base);
  }
  return best;
}

/** Repetitions that must not cost more than ten times what clean text costs. */
const hostile: Record<string, string> = {
  'https://': fill('https://'),
  'mongodb://': fill('mongodb://'),
  'private keys that never end': fill(['-----BEGIN RSA PRIV', 'ATE KEY-----'].join('')),
  'token=': fill('token='),
  'one long password': `password: ${fill('a')}`,
  'password: aaaa': fill('password: aaaa '),
  'password: aaaa, one to a line': fill('password: aaaa\n'),
  '"password":"': fill('"password":"'),
  eyJ: fill('eyJ'),
  'a:b@': fill('a:b@'),
  '://': fill('://'),
};

/** Repetitions of whole keys, where every few characters ask for a judgement: dearer, and still linear. */
const dense: Record<string, string> = {
  'URLs that do not end': fill('x://a:b'),
  'token: token: ': fill('token: '),
  'token:"': fill('token:"'),
  'token:\' and token:"': fill('token:\'token:"'),
  'sk-': fill('sk-'),
  'eyJ with full stops': fill('eyJhbGciOiJI.eyJ'),
  'secret access key': fill('secret access key '),
  'password=,': fill('password=a,'),
  backslashes: fill('"password": "\\\\'),
  'closing brackets': fill('token=ab))))))))'),
  'authorization: ': fill('authorization: '),
  'cookie: a=': fill('cookie: a="'),
  heroku: fill('heroku='),
  spaces: fill('password          '),
  'known prefixes': fill('ghp_glpat-npm_'),
  ';password=': fill('user=a;password='),
};

/** Headers and settings that are looked at and left alone, many to a line: none may be followed to the end of its line. */
const leftAlone: Record<string, string> = {
  'cookie: a=b': fill('cookie: a=b '),
  'cookie: a=****': fill('cookie: a=**** '),
  'set-cookie: a=bcdef': fill('set-cookie: a=bcdef; '),
  'x-api-key: required': fill('x-api-key: required '),
  'x-api-key:$': fill('x-api-key:${'),
  'sharedaccesssignature=$': fill('sharedaccesssignature=${x'),
};

/** A trigger as it may stand in a text, one character for each of its classes. */
const literal = (trigger: string) =>
  trigger
    .replace('{edge}', ' ')
    .replace(/\{(?:digit|hex)\}/g, '7')
    .replace(/\{(?:alnum|scheme)\}/g, 'q')
    .replace(/\{(.)[^}]*\}/g, '$1');

const ofRules = redactionRules.map(rule => ({
  id: rule.id,
  texts: [
    `${rule.example.text}\n`,
    `${rule.example.text}; `,
    `${rule.counterexample} `,
    ...rule.triggers.flatMap(trigger => [
      literal(trigger),
      `${literal(trigger)} `,
      `${literal(trigger)}=aaaa `,
      `${literal(trigger)}: "hunter22x", `,
    ]),
  ],
}));

describe('the time redaction takes', { retry: 2 }, () => {
  for (const [name, text] of Object.entries(hostile)) {
    it(`per byte stays within ten times that of clean text: ${name}`, () => {
      expect(ratio(text, clean)).toBeLessThan(10);
    });
  }

  for (const { id, texts } of ofRules) {
    it(`per byte stays within thirty times that of clean text, secret after secret: ${id}`, () => {
      for (const text of texts)
        expect(ratio(fill(text, SIZE / 8), clean.slice(0, SIZE / 8), 7, 25), text).toBeLessThan(30);
    });
  }

  for (const [name, text] of Object.entries(leftAlone)) {
    it(`per byte stays within thirty times that of clean text: ${name}`, () => {
      expect(ratio(text.slice(0, SIZE / 8), clean.slice(0, SIZE / 8), 7, 25)).toBeLessThan(30);
    });
  }

  for (const [name, text] of Object.entries({ ...hostile, ...dense, ...leftAlone })) {
    it(`doubles when the text doubles: ${name}`, () => {
      expect(ratio(text.slice(0, SIZE / 4), text.slice(0, SIZE / 8), 3)).toBeLessThan(4);
    });
  }

  it('doubles when twice as much arrives in a stream of tiny pieces', () => {
    const texts = Object.values({ ...hostile, ...dense, ...leftAlone });
    const stream = (size: number) => {
      const start = performance.now();
      for (const text of texts) {
        const redactor = createRedactor();
        for (let at = 0; at < size; at += 3) redactor.push(text.slice(at, at + 3));
        redactor.end();
      }
      return performance.now() - start;
    };
    let best = Number.POSITIVE_INFINITY;
    // Quadratic would be four times as long.
    for (let attempt = 0; attempt < 5 && best > 2.5; attempt++) best = Math.min(best, stream(60_000) / stream(30_000));
    expect(best).toBeLessThan(3.5);
  });
});
