import { describe, expect, it } from 'vitest';
import { compileRedaction, redact } from '../index.js';

const masked = (text: string) => redact(text).text;
const token = ['gh', 'p_', 'a1'.repeat(18)].join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('secrets as people and programs write them', () => {
  it.each([
    ['curl -u ann:winter https://x', 'curl -u ann:[REDACTED] https://x'],
    ['$ curl -sS -X POST -uann:winter https://x', '$ curl -sS -X POST -uann:[REDACTED] https://x'],
    ['/usr/bin/curl --user "ann:two words" https://x', '/usr/bin/curl --user "ann:[REDACTED]" https://x'],
    ['curl --user=ann:winter x', 'curl --user=ann:[REDACTED] x'],
    ['curl -x p:8080 --proxy-user ann:winter x', 'curl -x p:8080 --proxy-user ann:[REDACTED] x'],
    ['["curl","-u","ann:winter","https://x"]', '["curl","-u","ann:[REDACTED]","https://x"]'],
    ["mysql -u root -p'winter' shop", "mysql -u root -p'[REDACTED]' shop"],
    ['mysqldump -h db -pwinter --all', 'mysqldump -h db -p[REDACTED] --all'],
    ['sshpass -p winter ssh ann@host', 'sshpass -p [REDACTED] ssh ann@host'],
    ['docker login -u ann -p winter registry.example', 'docker login -u ann -p [REDACTED] registry.example'],
    [`"auth":"${base64('ann:winter')}"`, '"auth":"[REDACTED]"'],
    [`//registry.example/:_auth=${base64('ann:winter')}`, '//registry.example/:_auth=[REDACTED]'],
    [
      'machine api.example\n  login ann\n  password winter\n',
      'machine api.example\n  login ann\n  password [REDACTED]\n',
    ],
    ['machine api.example login ann password\n  winter\n', 'machine api.example login ann password\n  [REDACTED]\n'],
    ['{"value":"hunter22x","name":"DB_PASSWORD"}', '{"value":"[REDACTED]","name":"DB_PASSWORD"}'],
    ['{"value": "hunter22x", "name": "DB_PASSWORD"}', '{"value": "[REDACTED]", "name": "DB_PASSWORD"}'],
    ['- value: hunter22x\n  name: DB_PASSWORD\n', '- value: [REDACTED]\n  name: DB_PASSWORD\n'],
    ['<add value="hunter22x" key="ClearTextPassword" />', '<add value="[REDACTED]" key="ClearTextPassword" />'],
    ['default login ann password winter', 'default login ann password [REDACTED]'],
    ['<add key="ClearTextPassword" value="hunter22x" />', '<add key="ClearTextPassword" value="[REDACTED]" />'],
    ['- name: DB_PASSWORD\n  value: hunter22x\n', '- name: DB_PASSWORD\n  value: [REDACTED]\n'],
    ['- name: API_TOKEN\n  value: "q7rt8zx1mk"\n', '- name: API_TOKEN\n  value: "[REDACTED]"\n'],
    ['{"name":"DB_PASSWORD","value":"hunter22x"}', '{"name":"DB_PASSWORD","value":"[REDACTED]"}'],
    ['{"name": "DB_PASSWORD", "value": "hunter22x"}', '{"name": "DB_PASSWORD", "value": "[REDACTED]"}'],
    [`${token.slice(0, 12)}\x1b[0m\x1b[31m${token.slice(12)} x`, '[REDACTED] x'],
    [`${'-'.repeat(58)} ${token.slice(0, 21)}\n${token.slice(21)} x`, `${'-'.repeat(58)} [REDACTED] x`],
    [`data: ${base64(token)} x`, 'data: [REDACTED] x'],
  ])('turns %j into %j', (text, expected) => {
    expect(masked(text)).toBe(expected);
    expect(redact(expected).count).toBe(0);
  });

  it('masks a token inside base64 at any alignment', () => {
    for (const before of ['', 'a', 'ab', 'abc'])
      expect(masked(base64(`${before}${token}, and more`)), before).not.toContain(base64(token).slice(8, 40));
  });

  it.each([
    'sort -u a:b | uniq',
    'curl https://x && docker run -u 1000:1000 image',
    'curl -u "$USER:$PASSWORD" https://x',
    'curl -u ann https://x:8080/a',
    'mysql -u root -p shop',
    'mkdir -pv a/b; mysql --version',
    'docker run -p 8080:80 mysql',
    'ssh -p 2222 host',
    '"auth": "required"',
    `"auth": "${base64('no colon here')}"`,
    'a machine with a login and a password field',
    '- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: x',
    '- name: DB_HOST\n  value: db1.example\n',
    '{"value":"hunter22x","name":"DB_HOST"}',
    'the value: hunter22x, name: PASSWORD',
    '{"name":"tokens","value":"hunter22x"}',
    `ghp_short\nand the next line goes on with words that are long enough ${'a'.repeat(40)}`,
    base64('ghp_ is only a prefix and no token follows it here at all'),
  ])('leaves %j alone', text => {
    expect(masked(text)).toBe(text);
  });

  it('judges the value of a key that holds a login in base64', () => {
    const { value } = compileRedaction();
    expect(value({ auths: { x: { auth: base64('ann:winter') } } }).value).toEqual({
      auths: { x: { auth: '[REDACTED]' } },
    });
    expect(value({ auth: 'required' }).value).toEqual({ auth: 'required' });
  });
});
