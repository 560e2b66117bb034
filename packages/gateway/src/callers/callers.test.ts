import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemoryStore, StoreFailure } from '@concord/store';
import { exportJWK, type JWK, SignJWT } from 'jose';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { eitherOf } from './callers.js';
import { signedCallers } from './signed-callers.js';
import { storedCallers } from './stored-callers.js';
import { newToken } from './token.js';

const folder = mkdtempSync(join(tmpdir(), 'concord-callers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('callers with tokens of a store', () => {
  async function withAda(rights: object = {}, more: object = {}) {
    let now = 1_000_000;
    const store = openMemoryStore(() => now);
    const { token, hash } = newToken();
    await store.callers.create({ name: 'ada', tokenHash: hash, rights: JSON.stringify(rights), ...more });
    return { store, token, callers: storedCallers(store), pass: (ms: number) => (now += ms) };
  }

  it('are known by them, with their rights', async () => {
    const { callers, token } = await withAda({ servers: ['files'], rate: '60/min', operations: true });
    const known = await callers.identify(token);
    expect(known).toMatchObject({
      account: { name: 'ada', rights: { servers: ['files'], rate: { tokens: 60, perMs: 60_000 }, operations: true } },
    });
  });

  it('are unknown when the token was never given out, is mistyped, revoked or expired', async () => {
    const { callers, token, store, pass } = await withAda({}, { expiresInMs: 1_000 });
    expect(await callers.identify(newToken().token)).toMatchObject({ unknown: expect.any(String) });
    expect(await callers.identify(`${token}x`)).toMatchObject({ unknown: expect.any(String) });
    pass(1_001);
    expect(await callers.identify(token)).toMatchObject({ unknown: expect.stringContaining('expired') });
    await store.callers.revoke('ada');
    expect(await callers.identify(token)).toMatchObject({ unknown: expect.stringContaining('revoked') });
  });

  it('lose their rights at once when they are revoked, although they are remembered', async () => {
    const { callers, token, store } = await withAda();
    expect(await callers.identify(token)).toHaveProperty('account');
    await store.callers.revoke('ada');
    expect(await callers.identify(token)).toHaveProperty('unknown');
  });

  it('are remembered while the store is away, and those it never told of are not let in', async () => {
    const { callers, token, store } = await withAda();
    await callers.identify(token);
    store.callers.findByToken = async () => {
      throw new StoreFailure('away', 'gone', 'wait');
    };
    expect(await callers.identify(token)).toHaveProperty('account');
    await expect(callers.identify(newToken().token)).rejects.toBeInstanceOf(StoreFailure);
  });

  it('who get the name of an earlier one are others', async () => {
    const { callers, token, store, pass } = await withAda();
    const before = await callers.identify(token);
    await store.callers.revoke('ada');
    pass(10);
    const next = newToken();
    await store.callers.create({ name: 'ada', tokenHash: next.hash, rights: '{}' });
    const after = await callers.identify(next.token);
    const id = (each: object) => (each as { account: { id: string } }).account.id;
    expect(id(after)).not.toBe(id(before));
  });
});

const issuer = 'https://idp.example';
const audience = 'concord';
const pairs = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
} as const;

async function publicKey(key: KeyObject, alg: string, kid: string): Promise<JWK> {
  return { ...(await exportJWK(key)), alg, kid, use: 'sig' };
}

interface Claims {
  [name: string]: unknown;
}
async function signed(key: KeyObject, alg: string, kid: string, claims: Claims = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const all = { iss: issuer, aud: audience, sub: 'ada', exp: now + 60, ...claims };
  return new SignJWT(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))
    .setProtectedHeader({ alg, kid })
    .sign(key);
}

describe('callers with signed tokens', () => {
  const rsa = pairs.RS256();
  const file = join(folder, 'jwks.json');
  const write = async (...keys: JWK[]) => writeFileSync(file, JSON.stringify({ keys }));
  const callers = () => signedCallers({ issuer, audience, keys: file });

  it.each(Object.keys(pairs) as (keyof typeof pairs)[])('are known by %s', async alg => {
    const { publicKey: key, privateKey } = (pairs[alg] as () => { publicKey: KeyObject; privateKey: KeyObject })();
    await write(await publicKey(key, alg, 'k'));
    expect(await callers().identify(await signed(privateKey, alg, 'k'))).toMatchObject({ account: { name: 'ada' } });
  });

  const past = () => Math.floor(Date.now() / 1_000) - 5;
  it.each<[string, Claims]>([
    ['another issuer', { iss: 'https://other.example' }],
    ['another audience', { aud: 'somebody' }],
    ['a time that is over', { exp: past() }],
    ['no end', { exp: undefined }],
    ['a time that has not come', { nbf: past() + 60 }],
    ['rights nobody knows', { concord: { everything: true } }],
  ])('are unknown by one with %s', async (_, claims) => {
    await write(await publicKey(rsa.publicKey, 'RS256', 'k'));
    const token = await signed(rsa.privateKey, 'RS256', 'k', claims);
    expect(await callers().identify(token)).toMatchObject({ unknown: expect.any(String) });
  });

  it('are unknown by one that is signed otherwise, changed, or not signed at all', async () => {
    await write(await publicKey(rsa.publicKey, 'RS256', 'k'));
    const token = await signed(rsa.privateKey, 'RS256', 'k');
    const [head, body, signature] = token.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    const other = Buffer.from(JSON.stringify({ iss: issuer, aud: audience, sub: 'eve', exp: past() + 99 })).toString(
      'base64url',
    );
    const hmac = await new SignJWT({ iss: issuer, aud: audience, sub: 'eve', exp: past() + 99 })
      .setProtectedHeader({ alg: 'HS256', kid: 'k' })
      .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(rsa.publicKey))));
    for (const wrong of [`${none}.${body}.`, `${head}.${other}.${signature}`, hmac, 'a.b.c', 'x'])
      expect(await callers().identify(wrong)).toHaveProperty('unknown');
    expect(await callers().identify(await signed(pairs.RS256().privateKey, 'RS256', 'k'))).toHaveProperty('unknown');
  });

  it('have the rights of their claims, or of their scopes', async () => {
    await write(await publicKey(rsa.publicKey, 'RS256', 'k'));
    const rights = async (claims: Claims) => {
      const known = await callers().identify(await signed(rsa.privateKey, 'RS256', 'k', claims));
      return (known as { account: { rights: object } }).account.rights;
    };
    expect(await rights({ concord: { servers: ['a'], concurrent: 2 } })).toEqual({ servers: ['a'], concurrent: 2 });
    const scope = 'openid servers:a servers:b tools:a/read_* read-only operations rate:60/min concurrent:8 tier:pro';
    expect(await rights({ scope })).toEqual({
      servers: ['a', 'b'],
      tools: ['a/read_*'],
      readOnly: true,
      operations: true,
      rate: { tokens: 60, perMs: 60_000 },
      concurrent: 8,
      tier: 'pro',
    });
    expect(await rights({ scope: 'openid profile' })).toEqual({});
  });

  it('with a key that is new are known, and their issuer is asked for keys once a minute at most', async () => {
    const next = pairs.RS256();
    let asked = 0;
    let keys = [await publicKey(rsa.publicKey, 'RS256', 'old')];
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      const { port } = server.address() as AddressInfo;
      if (request.url === '/.well-known/openid-configuration')
        return response.end(JSON.stringify({ jwks_uri: `http://127.0.0.1:${port}/keys` }));
      if (request.url !== '/keys') return response.writeHead(404).end();
      asked++;
      return response.end(JSON.stringify({ keys }));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const known = signedCallers({ issuer: own, audience });
    const token = (pair: { privateKey: KeyObject }, kid: string) => signed(pair.privateKey, 'RS256', kid, { iss: own });
    expect(await known.identify(await token(rsa, 'old'))).toHaveProperty('account');
    keys = [...keys, await publicKey(next.publicKey, 'RS256', 'new')];
    // Read a moment ago: it is not read again for a key that may not exist.
    for (let each = 0; each < 5; each++)
      expect(await known.identify(await token(next, 'new'))).toHaveProperty('unknown');
    expect(asked).toBe(1);
    const later = signedCallers({ issuer: own, audience, keys: `${own}/keys` });
    expect(await later.identify(await token(next, 'new'))).toHaveProperty('account');
  });

  it('beside tokens of a store are told apart by what they look like', async () => {
    await write(await publicKey(rsa.publicKey, 'RS256', 'k'));
    const store = openMemoryStore();
    const { token, hash } = newToken();
    await store.callers.create({ name: 'bob', tokenHash: hash, rights: '{}' });
    const both = eitherOf(storedCallers(store), callers())!;
    expect(await both.identify(token)).toMatchObject({ account: { name: 'bob' } });
    expect(await both.identify(await signed(rsa.privateKey, 'RS256', 'k'))).toMatchObject({ account: { name: 'ada' } });
    expect(both.issuer).toBe(issuer);
  });
});
