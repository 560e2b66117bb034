// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what these tests are about
import { describe, expect, it } from 'vitest';
import { serverEntry } from '../../../test/support/project-fixture.js';
import { resolve } from '../index.js';

const environment = {
  TOKEN: 'tok-value',
  USERNAME_OF_DB: 'dbuser',
  HOME: '/home/me',
  PATH: '/bin',
  FOLDER: '/data/files',
  FLAG: 'true',
  GITHUB_TOKEN: 'gh-value',
};
const secretsOf = (entry: Parameters<typeof serverEntry>[0]) =>
  resolve(serverEntry(entry), { cwd: '/', home: '/home/me', env: environment, platform: 'linux' }).secrets;
const ofEnv = (env: Record<string, string>) => secretsOf({ command: 'x', env });

describe('the values that must never be shown', () => {
  it.each([
    [{ NODE_ENV: 'production' }, []],
    [{ LOG_LEVEL: 'debug', PORT: '8080', USE_TOKEN: 'true', MAX_TOKENS: '4096' }, []],
    [{ PWD: '/somewhere', DATA: '/a/long/path/of/some/kind', TITLE: 'a long title of some kind' }, []],
    [{ A: '${HOME}/x', B: '${PATH}', C: '${NONE:-plain}', D: '${FLAG}' }, []],
    [{ API_KEY: 'short' }, ['short']],
    [{ dbPassword: 'hunter2', CLIENT_SECRET: 'abc123', DB_PASS: 'open' }, ['hunter2', 'abc123', 'open']],
    [{ SETTING: '${TOKEN}' }, ['tok-value']],
    [{ SETTING: 'user=${USERNAME_OF_DB}' }, ['dbuser', 'user=dbuser']],
    [{ SESSION: 'q8Zt4Lw0Pv7Xy2Rk' }, ['q8Zt4Lw0Pv7Xy2Rk']],
    [{ REPEATED: 'abababababababababab' }, []],
    [{ SPACED_TOKEN: ' padded \n' }, ['padded']],
  ])('of env %j: %j', (env, expected) => {
    expect(ofEnv(env)).toEqual(expected);
  });

  it('are header values, but not of the three open headers', () => {
    const headers = {
      Authorization: 'Bearer ${TOKEN}',
      'X-Region': 'eu-west',
      accept: 'text/plain',
      'Content-Type': 'application/json',
      'User-Agent': 'me/1.0',
    };
    expect(secretsOf({ url: 'https://x', headers })).toEqual(['Bearer tok-value', 'tok-value', 'eu-west']);
  });

  it('are the client secret, passwords in URLs, and variables named like secrets in other fields', () => {
    expect(secretsOf({ url: 'https://x', oauth: { clientId: 'me', clientSecret: 'cs' } })).toEqual(['cs']);
    expect(secretsOf({ url: 'https://u:p%40ss@x/?api_key=abc&page=two' })).toEqual(['p@ss', 'abc']);
    expect(secretsOf({ command: 'x', args: ['--token=${TOKEN}', '${FOLDER}'] })).toEqual(['tok-value']);
  });

  it('are variables that inheritEnv hands on under a name of a secret', () => {
    expect(secretsOf({ command: 'x', inheritEnv: ['GITHUB_TOKEN', 'FOLDER'] })).toEqual(['gh-value']);
  });
});
