import { describe, expect, it } from 'vitest';
import { compileRedaction, createRedactor, redact } from './index.js';

const masked = (text: string) => redact(text).text;

describe('redact', () => {
  it('masks the password of a connection string and keeps the rest', () => {
    expect(masked('Server=localhost;Database=MyDb;User=admin;Password=SuperSecret123!')).toBe(
      'Server=localhost;Database=MyDb;User=admin;Password=[REDACTED]',
    );
    expect(masked('Host=db;Username=app;Password=two words 1;Port=5432')).toBe(
      'Host=db;Username=app;Password=[REDACTED];Port=5432',
    );
  });

  it.each([
    'token: expected',
    'Token: System.Threading',
    'Token: System.Threading.CancellationToken',
    'mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
    'Run(CancellationToken token)',
    'password: string',
    '"password": "string"',
    'tokens: 1532',
    '"total_token": 153200',
    '"jsonwebtoken": "^9.0.2",',
    'token = tokens[i + 1];',
    'const password = getPassword();',
    'apiKey: process.env.API_KEY',
    'secret: \x24{{ secrets.NPM }}',
    'PASSWORD=$DB_PASSWORD',
    'password: ********',
    'Unexpected token: unauthorized request',
    'PWD=/home/user/project',
    'the secret: it was never there',
    'secret: vault/data/app',
  ])('leaves %j alone', text => {
    expect(redact(text)).toEqual({ text, count: 0, rules: [] });
  });

  it.each([
    ['password=hunter22x', 'password=[REDACTED]'],
    ["password = 'hunter22x';", "password = '[REDACTED]';"],
    ['db.password: hunter22x', 'db.password: [REDACTED]'],
    ['GITHUB_TOKEN=abc123def456 npm test', 'GITHUB_TOKEN=[REDACTED] npm test'],
    ['SECRET_KEY=q7rt8zx1mk', 'SECRET_KEY=[REDACTED]'],
    ['\x1b[1;32mpassword\x1b[0m: \x1b[33mhunter22x\x1b[0m', '\x1b[1;32mpassword\x1b[0m: \x1b[33m[REDACTED]\x1b[0m'],
    ['token\x1b[0m=\x1b[36m"q7rt8zx1mk"\x1b[0m', 'token\x1b[0m=\x1b[36m"[REDACTED]"\x1b[0m'],
    ['Authorization:\x1b[0m Bearer abc.def-123', 'Authorization:\x1b[0m Bearer [REDACTED]'],
    ['ServiceApiKey: q7rt8zx1mk', 'ServiceApiKey: [REDACTED]'],
    ['mysql --password hunter22x -h db', 'mysql --password [REDACTED] -h db'],
    ['run --api-key=q7rt8zx1mk --fast', 'run --api-key=[REDACTED] --fast'],
    ["'password' => 'hunter22x',", "'password' => '[REDACTED]',"],
    ['<Password>hunter22x</Password>', '<Password>[REDACTED]</Password>'],
    ['(password=hunter22x)', '(password=[REDACTED])'],
    ['?token=q7rt8zx1mk&user=ann', '?token=[REDACTED]&user=ann'],
    ['password=correct-horse-battery-staple', 'password=[REDACTED]'],
    ['  password: correcthorsebattery\n  user: ann', '  password: [REDACTED]\n  user: ann'],
    ['os.environ["API_TOKEN"] = "q7rt8zx1mk"', 'os.environ["API_TOKEN"] = "[REDACTED]"'],
    ['redis://:hunter22@cache:6379', 'redis://:[REDACTED]@cache:6379'],
    ['https://ann:p@ss/w0rd@host/x', 'https://ann:[REDACTED]@ss/w0rd@host/x'],
    ['https://ann:p/w@host/x', 'https://ann:[REDACTED]@host/x'],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer [REDACTED]'],
    ["-H 'Authorization: Bearer abc.def-123' https://x", "-H 'Authorization: Bearer [REDACTED]' https://x"],
    ['Authorization: Digest username="ann", response="6629fa"', 'Authorization: Digest [REDACTED]'],
    ['Cookie: sid=abcd; theme=dark', 'Cookie: [REDACTED]'],
    ['Set-Cookie: sid=abcd; Path=/; HttpOnly', 'Set-Cookie: sid=[REDACTED]; Path=/; HttpOnly'],
  ])('turns %j into %j', (text, expected) => {
    expect(masked(text)).toBe(expected);
    expect(redact(expected).count).toBe(0);
  });

  it.each(['\x1b[1G', '\x1b[2K', '\x1b[38:2:1:2:3m', '\x1b[?25h', '\\u001b[32m', 'q%3D', 'x%20', '%5b'])(
    'masks a token right behind %j',
    before => {
      const token = ['gh', 'p_', 'a1'.repeat(18)].join('');
      expect(masked(`${before}${token}`)).toBe(`${before}[REDACTED]`);
    },
  );

  it('masks a secret that stands between another one and what gives that away', () => {
    const token = ['gh', 'p_', 'a1'.repeat(18)].join('');
    expect(masked(`https://${token}:x-oauth-basic@host/x`)).toBe('https://[REDACTED]:[REDACTED]@host/x');
    const key = 'a1'.repeat(20);
    const twice = masked(`secret access key: github_pat_ ${key} `);
    expect(twice).toBe('secret access key: [REDACTED] [REDACTED] ');
    expect(masked(twice)).toBe(twice);
    expect(masked(`{"a":"secret access key: hunter22x","b":"${key}"}`)).toBe(
      '{"a":"secret access key: [REDACTED]","b":"[REDACTED]"}',
    );
  });

  it('keeps JSON whole, with escapes at any depth', () => {
    const inner = { password: 'hunter22x', note: 'a "b" \\ c', apiKey: 'q7"rt8\\zx1mk' };
    let text = JSON.stringify(inner);
    for (let depth = 0; depth < 4; depth++) {
      const result = masked(text);
      let value: unknown = result;
      for (let level = 0; level <= depth; level++) value = JSON.parse(value as string);
      expect(value).toEqual({ password: '[REDACTED]', note: inner.note, apiKey: '[REDACTED]' });
      text = JSON.stringify(text);
    }
  });

  it('ends a header and a value at the escaped line break of a JSON frame', () => {
    const frame = JSON.stringify({
      text: 'GET /\nAuthorization: Basic dXNlcjpwYXNz\nHost: x\npassword=hunter22x\nend',
    });
    expect(JSON.parse(masked(frame))).toEqual({
      text: 'GET /\nAuthorization: Basic [REDACTED]\nHost: x\npassword=[REDACTED]\nend',
    });
  });

  it('masks a key that never ends, up to 16 KiB, and no more than its string in JSON', () => {
    const begin = ['-----BEGIN PRIV', 'ATE KEY-----'].join('');
    expect(masked(`a ${begin}\nMIIE`)).toBe('a [REDACTED]');
    expect(masked(`${begin}${'x'.repeat(20_000)}`)).toBe(`[REDACTED]${'x'.repeat(20_000 + begin.length - 16_384)}`);
    expect(masked(JSON.stringify({ key: `${begin}\nMIIE`, other: 1 }))).toBe('{"key":"[REDACTED]","other":1}');
  });

  it('keeps the number of lines', () => {
    const text = 'one\npassword=hunter22x\ntoken: "q7rt8zx1mk\nfour\nAuthorization: Bearer q7rt8zx1mk\n';
    expect(masked(text).split('\n')).toHaveLength(text.split('\n').length);
  });

  it('returns the very string when there is nothing to mask', () => {
    const text = 'nothing to see here '.repeat(1000);
    expect(redact(text)).toEqual({ text, count: 0, rules: [] });
  });

  it('takes any string', () => {
    for (const text of [
      '',
      '\0',
      '\ud800',
      'password=\ud800\udc00\ud800abc1',
      '\udc00'.repeat(5000),
      'é'.repeat(9000),
    ]) {
      expect(typeof masked(text)).toBe('string');
    }
    expect(masked(`${'é'.repeat(9000)} password=hunter22x`)).toBe(`${'é'.repeat(9000)} password=[REDACTED]`);
  });

  it('refuses what is no text, and names it', () => {
    expect(() => redact(5 as never)).toThrow(/^text must be a string, not number$/);
    expect(() => createRedactor().push(null as never)).toThrow(/^chunk must be a string, not null$/);
    expect(() => redact('x', { known: [5 as never] })).toThrow(TypeError);
    expect(() => redact('x', { known: 5 as never })).toThrow(/known/);
  });

  it('shares one compiled form among all callers without known values', () => {
    expect(compileRedaction()).toBe(compileRedaction({ known: [] }));
    expect(compileRedaction({ known: ['', 'a'] })).toBe(compileRedaction());
  });
});

it('leaves JSON that holds a number under a telling key as JSON', () => {
  const text = '{"password": 12345678, "token": -1.5}';
  expect(redact(text).text).toBe(text);
});
