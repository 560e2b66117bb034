import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { AuthorizationServer, type Behaviour } from '../../test/support/authorization-server.js';
import { type Credential, fileCredentials, withCredential } from '../auth/credentials.js';
import type { Definition } from '../config/entry/definition.js';
import { connect } from '../connect/connect.js';
import type { ConnectionProblem } from '../connection/connection.js';
import { login } from './login.js';
import { logout } from './logout.js';

const root = mkdtempSync(join(tmpdir(), 'login-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

type Http = Extract<Definition, { transport: 'http' | 'sse' }>;

/** A guarded server, its definition, and a place for tokens, all of one test. */
async function signInFixture(behaviour?: Behaviour, more: Partial<Http> = {}) {
  const server = await AuthorizationServer.start(behaviour);
  onTestFinished(() => server.close());
  folders += 1;
  const stateFolder = join(root, String(folders));
  const definition: Http = {
    ...{ transport: 'http', name: 'guarded', url: server.mcpUrl, headers: {}, allowHttp: false },
    ...{ daemon: true, protocol: 'handshake', secrets: [], retries: 0, ...more },
  };
  const file = join(stateFolder, 'credentials.json');
  return { server, stateFolder, definition, file, stored: () => fileCredentials(stateFolder).read() };
}

/** Goes where a browser would, and comes back; `altered` may change where to. */
const browse =
  (altered: (back: URL) => URL | undefined = back => back) =>
  (url: string): void => {
    void fetch(url, { redirect: 'manual' }).then(async response => {
      const back = altered(new URL(response.headers.get('location')!));
      if (back) await fetch(back).then(answer => answer.text());
    });
  };

const signIn = (definition: Http, stateFolder: string, onUrl = browse()) =>
  login(definition, { stateFolder, openBrowser: false, onUrl, timeoutMs: 10_000 });

const problemOf = async (work: Promise<unknown>): Promise<ConnectionProblem> =>
  work.then(
    () => expect.fail('it worked'),
    error => error,
  );

async function callOnce(definition: Http, stateFolder: string) {
  const connection = await connect(definition, { stateFolder });
  try {
    return await connection.call('whoami', {});
  } finally {
    await connection.close();
  }
}

describe('login', () => {
  it('signs in with PKCE, keeps the tokens for this user alone, and the next connection uses them', async () => {
    const { server, stateFolder, definition, file, stored } = await signInFixture();
    expect(await problemOf(callOnce(definition, stateFolder))).toMatchObject({
      kind: 'unauthenticated',
      details: { code: 401, hint: 'mcp login guarded' },
    });
    expect(server.paths()).toEqual(['/mcp']);
    expect(await signIn(definition, stateFolder)).toEqual({ issuer: server.url, scope: 'basic' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(stateFolder).mode & 0o777).toBe(0o700);
    const [credential] = await stored();
    expect(credential).toMatchObject({ issuer: server.url, resource: server.mcpUrl });
    const registered = JSON.parse(server.seen.find(({ path }) => path === '/register')!.text);
    expect(registered).toMatchObject({ application_type: 'native', token_endpoint_auth_method: 'none' });
    const before = server.seen.length;
    expect(await callOnce(definition, stateFolder)).toMatchObject({ content: [{ type: 'text' }] });
    expect(new Set(server.paths().slice(before))).toEqual(new Set(['/mcp']));
  });

  it('takes a pasted address in place of the browser, and refuses one with another state', async () => {
    const { stateFolder, definition, stored } = await signInFixture();
    const pasting = (altered: (back: URL) => void) => {
      let seen!: (url: string) => void;
      const shown = new Promise<string>(resolve => {
        seen = resolve;
      });
      return login(definition, {
        ...{ stateFolder, openBrowser: false, onUrl: seen, timeoutMs: 10_000 },
        pastedRedirect: async () => {
          const response = await fetch(await shown, { redirect: 'manual' });
          const back = new URL(response.headers.get('location')!);
          altered(back);
          return ` ${back.href}\n`;
        },
      });
    };
    const refused = await problemOf(pasting(back => back.searchParams.set('state', 'of-somebody-else')));
    expect(refused).toMatchObject({ kind: 'unauthenticated' });
    expect((await stored())[0]?.tokens).toBeUndefined();
    await pasting(() => {});
    expect((await stored())[0]?.tokens?.accessToken).toBeTypeOf('string');
  });

  it('waits past whoever comes to the listener with another state', async () => {
    const { stateFolder, definition } = await signInFixture();
    const onUrl = (url: string): void => {
      const listener = new URL(new URL(url).searchParams.get('redirect_uri')!);
      void fetch(`${listener.href}?code=stolen&state=guess`).then(async answer => {
        expect(answer.status).toBe(400);
        browse()(url);
      });
    };
    await expect(signIn(definition, stateFolder, onUrl)).resolves.toMatchObject({ scope: 'basic' });
  });

  it.each<[string, Behaviour]>([
    ['the answer comes from another issuer', { iss: 'https://evil.example' }],
    ['the answer names no issuer although it should', { iss: null }],
    ['there is no PKCE', { metadata: { code_challenge_methods_supported: undefined } }],
    ['the token endpoint is plain http', { metadata: { token_endpoint: 'http://example.com/token' } }],
    ['the server claims to be another', { resource: { resource: 'https://evil.example/mcp' } }],
    ['the metadata is another issuer’s', { metadata: { issuer: 'https://evil.example' } }],
    [
      'the authorization server lies where clouds keep credentials',
      { resource: { authorization_servers: ['https://169.254.169.254'] } },
    ],
  ])('keeps no token where %s', async (_, behaviour) => {
    const { stateFolder, definition, stored } = await signInFixture(behaviour);
    const problem = await problemOf(signIn(definition, stateFolder));
    expect(problem.kind).toBe('unauthenticated');
    expect(problem.message).not.toContain('evil.example"');
    expect((await stored()).every(({ tokens }) => tokens === undefined)).toBe(true);
  });

  it('ends after its time when nobody comes', async () => {
    const { stateFolder, definition } = await signInFixture();
    const never = login(definition, { stateFolder, openBrowser: false, onUrl: () => {}, timeoutMs: 200 });
    expect(await problemOf(never)).toMatchObject({ kind: 'timeout' });
  });

  it('registers once: the next sign-in is the same client at the same address', async () => {
    const { server, stateFolder, definition } = await signInFixture();
    await signIn(definition, stateFolder);
    await signIn(definition, stateFolder);
    expect(server.paths().filter(path => path === '/register')).toHaveLength(1);
  });

  it('is for servers behind a URL', async () => {
    const definition = { transport: 'stdio', name: 'local' } as unknown as Definition;
    const options = { stateFolder: root, onUrl: () => {} };
    expect((await problemOf(login(definition, options))).message).toContain('behind a URL');
  });
});

describe('tokens', () => {
  it('are renewed before they end, and once for all who want them', async () => {
    const { server, stateFolder, definition } = await signInFixture({ expiresIn: 1 });
    await signIn(definition, stateFolder);
    server.behaviour.expiresIn = 3_600;
    const before = server.seen.length;
    await Promise.all([1, 2, 3].map(() => callOnce(definition, stateFolder)));
    const renewals = server.seen.slice(before).filter(({ form }) => form.get('grant_type') === 'refresh_token');
    expect(renewals).toHaveLength(1);
    expect(renewals[0]!.form.get('resource')).toBe(server.mcpUrl);
  });

  it('that the server no longer accepts are renewed, and the call goes on', async () => {
    const { server, stateFolder, definition, stored } = await signInFixture();
    await signIn(definition, stateFolder);
    const [before] = await stored();
    const connection = await connect(definition, { stateFolder });
    onTestFinished(() => connection.close());
    server.revoked.push(before!.tokens!.accessToken);
    expect(await connection.call('whoami', {})).toMatchObject({ content: [{ type: 'text' }] });
    expect((await stored())[0]!.tokens!.accessToken).not.toBe(before!.tokens!.accessToken);
  });

  it('that cannot be renewed are forgotten, and a person is asked for', async () => {
    const { server, stateFolder, definition, stored } = await signInFixture();
    await signIn(definition, stateFolder);
    server.revoked.push((await stored())[0]!.tokens!.accessToken);
    server.behaviour.token = () => [400, { error: 'invalid_grant' }];
    expect(await problemOf(callOnce(definition, stateFolder))).toMatchObject({ kind: 'unauthenticated' });
    expect((await stored())[0]!.tokens).toBeUndefined();
  });

  it('survive an authorization server that is down', async () => {
    const { server, stateFolder, definition, stored } = await signInFixture();
    await signIn(definition, stateFolder);
    server.revoked.push((await stored())[0]!.tokens!.accessToken);
    server.behaviour.token = () => [503, 'out of order'];
    await problemOf(callOnce(definition, stateFolder));
    expect((await stored())[0]!.tokens?.refreshToken).toBeTypeOf('string');
  });

  it('go to no other issuer than the one that gave them', async () => {
    const { server, stateFolder, definition, stored } = await signInFixture();
    await signIn(definition, stateFolder);
    const other = await AuthorizationServer.start();
    onTestFinished(() => other.close());
    server.revoked.push((await stored())[0]!.tokens!.accessToken);
    server.behaviour.resource = { authorization_servers: [other.url] };
    expect(await problemOf(callOnce(definition, stateFolder))).toMatchObject({ kind: 'unauthenticated' });
    const secrets = (await stored()).flatMap(({ tokens }) => [tokens!.accessToken, tokens!.refreshToken!]);
    const sent = JSON.stringify(other.seen.map(({ text, authorization = '' }) => text + authorization));
    for (const secret of secrets) expect(sent).not.toContain(secret);
  });

  it('are not used where the entry has an Authorization header of its own', async () => {
    const { server, stateFolder, definition } = await signInFixture();
    await signIn(definition, stateFolder);
    const own = { ...definition, headers: { Authorization: 'Bearer of-my-own' } };
    expect(await problemOf(callOnce(own, stateFolder))).toMatchObject({ kind: 'unauthenticated' });
    expect(server.seen.at(-1)).toMatchObject({ authorization: 'Bearer of-my-own' });
  });

  it('never show in problems', async () => {
    const { server, stateFolder, definition, stored } = await signInFixture();
    await signIn(definition, stateFolder);
    const { accessToken, refreshToken } = (await stored())[0]!.tokens!;
    server.revoked.push(accessToken);
    server.behaviour.token = form => [500, `nothing for ${form.get('refresh_token')}`];
    const problem = await problemOf(callOnce(definition, stateFolder));
    expect(JSON.stringify({ ...problem, text: problem.message })).not.toContain(refreshToken);
  });
});

describe('more rights', () => {
  it('are asked for by the next sign-in, with those there were', async () => {
    const { server, stateFolder, definition, stored } = await signInFixture({ callScope: 'write' });
    await signIn(definition, stateFolder);
    const problem = await problemOf(callOnce(definition, stateFolder));
    expect(problem).toMatchObject({ kind: 'unauthenticated', details: { code: 403 } });
    expect(problem.message).toContain('write');
    expect(await signIn(definition, stateFolder)).toMatchObject({ scope: 'basic write' });
    expect(await callOnce(definition, stateFolder)).toMatchObject({ content: [{ type: 'text' }] });
    expect((await stored())[0]!.wantedScope).toBeUndefined();
    expect(server.paths().filter(path => path === '/authorize')).toHaveLength(2);
  });

  it('that are refused again and again are not asked for without end', async () => {
    const { server, stateFolder, definition } = await signInFixture({ callScope: 'never-granted' });
    const person = {
      redirectUrl: 'http://127.0.0.1:1/callback',
      authorize: async (url: URL) => {
        url.searchParams.set('scope', 'basic');
        const response = await fetch(url, { redirect: 'manual' });
        return new URL(response.headers.get('location')!);
      },
    };
    const connection = await connect(definition, { stateFolder, person });
    onTestFinished(() => connection.close());
    expect(await problemOf(connection.call('whoami', {}))).toMatchObject({ kind: 'unauthenticated' });
    expect(server.paths().filter(path => path === '/authorize').length).toBeLessThanOrEqual(3);
  });
});

describe('a program with credentials of its own', () => {
  const oauth = { clientId: 'robot', clientSecret: 'the word of a robot' };

  it('needs no sign-in', async () => {
    const { server, stateFolder, definition } = await signInFixture({}, { oauth });
    expect(await callOnce(definition, stateFolder)).toMatchObject({ content: [{ type: 'text' }] });
    expect(await callOnce(definition, stateFolder)).toMatchObject({ content: [{ type: 'text' }] });
    const asked = server.seen.filter(({ path }) => path === '/token');
    expect(asked).toHaveLength(1);
    expect(asked[0]!.form.get('grant_type')).toBe('client_credentials');
    expect(server.paths()).not.toContain('/register');
  });

  it('gives its secret to no other issuer than the configured one', async () => {
    const { server, definition, stateFolder } = await signInFixture(
      {},
      { oauth: { ...oauth, issuer: 'https://real.example' } },
    );
    expect(await problemOf(callOnce(definition, stateFolder))).toMatchObject({ kind: 'unauthenticated' });
    expect(server.paths()).not.toContain('/token');
  });
});

describe('logout', () => {
  it('forgets the tokens and has them revoked', async () => {
    const { server, stateFolder, definition, file, stored } = await signInFixture();
    await signIn(definition, stateFolder);
    const { accessToken, refreshToken } = (await stored())[0]!.tokens!;
    expect(await logout(definition, { stateFolder })).toEqual({ removed: true });
    expect(server.revoked).toEqual([refreshToken, accessToken]);
    expect(readFileSync(file, 'utf8')).not.toContain(accessToken);
    expect(await problemOf(callOnce(definition, stateFolder))).toMatchObject({ kind: 'unauthenticated' });
    expect(await logout(definition, { stateFolder })).toEqual({ removed: false });
  });

  it('forgets them at once, also for a connection that stands', async () => {
    const { stateFolder, definition } = await signInFixture({ metadata: { revocation_endpoint: undefined } });
    await signIn(definition, stateFolder);
    const connection = await connect(definition, { stateFolder });
    onTestFinished(() => connection.close());
    await logout(definition, { stateFolder });
    expect(await problemOf(connection.call('whoami', {}))).toMatchObject({ kind: 'unauthenticated' });
  });
});

describe('the file of credentials', () => {
  const one = (resource: string): Credential => ({ issuer: 'https://a', resource, tokens: { accessToken: 'x' } });

  it('loses nothing of what many write at once', async () => {
    const folder = join(root, 'many');
    const names = Array.from({ length: 12 }, (_, index) => `https://b/${index}`);
    await Promise.all(names.map(name => fileCredentials(folder).change(all => withCredential(all, one(name)))));
    expect((await fileCredentials(folder).read()).map(({ resource }) => resource).sort()).toEqual(names.sort());
  });
});
