import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Tier } from '@concord/contract';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { tierInForce } from '../../sources/code/src/tiers/licence.js';
import { limitOf, type ToolId, tierBeyond, tiers, tierTable } from '../../sources/code/src/tiers/table.js';
import { project, toolsOver } from './tools.js';

const ed = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const now = Math.floor(Date.now() / 1_000);

interface Claims {
  tier?: unknown;
  exp?: number;
  aud?: string;
  iss?: string;
  jti?: string | undefined;
}

function licence(claims: Claims = {}, key: KeyObject | Uint8Array = ed.privateKey, alg = 'EdDSA'): Promise<string> {
  const { exp = now + 600, aud = 'concord-users', iss = 'concord', jti = 'id-1', tier = 'pro' } = claims;
  const made = new SignJWT({ tier })
    .setProtectedHeader({ alg })
    .setIssuedAt(now)
    .setSubject('us')
    .setExpirationTime(exp)
    .setAudience(aud)
    .setIssuer(iss);
  return ('jti' in claims && claims.jti === undefined ? made : made.setJti(jti)).sign(key);
}

const unsigned = (tier: string) =>
  [{ alg: 'none' }, { tier, exp: now + 600, iat: now, sub: 'us', iss: 'concord', aud: 'concord-users', jti: 'x' }]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('')
    .join('.');

describe('the tier in force', () => {
  it('is what was asked for where there are no licences', async () => {
    expect(await tierInForce({})).toEqual({ tier: 'community', source: 'default' });
    expect(await tierInForce({ asked: 'enterprise' })).toEqual({ tier: 'enterprise', source: 'setting' });
  });

  it.each([
    ['EdDSA', ed.privateKey, ed.publicKey],
    ['RS256', rsa.privateKey, rsa.publicKey],
  ] as const)(
    'is that of a licence signed with %s, and what is asked for can only lower it',
    async (alg, key, publicKey) => {
      const setting = { publicKey: pem(publicKey), licence: await licence({ tier: 'pro' }, key, alg) };
      expect(await tierInForce(setting)).toEqual({ tier: 'pro', source: 'licence' });
      expect(await tierInForce({ ...setting, asked: 'enterprise' })).toMatchObject({ tier: 'pro' });
      expect(await tierInForce({ ...setting, asked: 'community' })).toMatchObject({ tier: 'community' });
    },
  );

  const publicKey = pem(ed.publicKey);
  it.each([
    ['expired', () => licence({ exp: now - 600 })],
    ['for others', () => licence({ aud: 'somebody' })],
    ['of another issuer', () => licence({ iss: 'somebody' })],
    ['of another key', () => licence({}, generateKeyPairSync('ed25519').privateKey)],
    ['without a signature', () => unsigned('enterprise')],
    ['signed with the public key as a shared one', () => licence({}, Buffer.from(publicKey), 'HS256')],
    ['of a tier that there is not', () => licence({ tier: 'gold' })],
    ['without an id', () => licence({ jti: undefined })],
    ['revoked', () => licence({ jti: 'gone' })],
    ['no licence at all', () => 'licence'],
  ])('is the community one with a licence that is %s', async (_, make) => {
    const found = await tierInForce({ publicKey, licence: await make(), asked: 'enterprise', revoked: ['gone'] });
    expect(found).toEqual({ tier: 'community', source: 'invalid licence' });
  });

  it('is read from the environment, and told by the tools', async () => {
    const env = {
      CONCORD_LICENSE_PUBLIC_KEY: publicKey,
      CONCORD_LICENSE: await licence({ tier: 'enterprise' }),
      CONCORD_TIER: 'pro',
    };
    const { ask } = await toolsOver(project({}), env);
    const { tier, data } = await ask('get_capabilities');
    expect([tier, data.tier_in_force]).toEqual(['pro', 'pro']);
    // A caller that the gateway let in with a tier of its own has that.
    expect((await ask('get_capabilities', {}, { tier: 'enterprise' })).tier).toBe('enterprise');
    await expect(toolsOver(project({}), { CONCORD_TIER: 'gold' })).rejects.toThrow("no tier 'gold'");
  });
});

const rows = (Object.keys(tierTable) as ToolId[]).flatMap(tool =>
  Object.keys(tierTable[tool].limits).map(name => [tool, name] as const),
);

describe('the table of tiers', () => {
  it.each(rows)('%s: %s never gets less in a higher tier', (tool, name) => {
    const reach = tiers.map(tier => limitOf(tool, name, tier));
    expect(reach).toEqual([...reach].sort((one, other) => one - other));
    expect(tierBeyond(tool, name, 'enterprise')).toBeUndefined();
  });

  it('is what the tool that tells of it says', async () => {
    const { ask } = await toolsOver(project({}));
    for (const tier of tiers) {
      const { data } = await ask('get_capabilities', { tier });
      for (const [tool, name] of rows) {
        const limit = limitOf(tool, name, tier);
        expect(data.capabilities[tool].limits[name]).toBe(Number.isFinite(limit) ? limit : null);
      }
    }
  });
});

describe('a limit that cuts an answer', () => {
  const many = Object.fromEntries(
    Array.from({ length: 120 }, (_, at) => [`f${at}.py`, `def a${at}():\n    return 1\n`]),
  );

  it.each([
    [
      'validate_paths',
      { paths: Array.from({ length: 120 }, (_, at) => `f${at}.py`), max_tokens: 100_000 },
      'max_paths',
      'community',
    ],
    ['get_project_map', { max_modules: 500 }, 'max_modules', 'community'],
  ] as const)('is told with the tier that goes on: %s', async (tool, args, name, tier: Tier) => {
    const { ask } = await toolsOver(project(many));
    const { upgrade_hints, capabilities } = await ask(tool, args, { tier });
    expect(upgrade_hints).toMatchObject([{ feature: `limit:${name}`, tier: 'pro' }]);
    expect(capabilities.some(each => each.startsWith(`limit:${name}=`))).toBe(true);
    expect((await ask(tool, args, { tier: 'pro' })).upgrade_hints).toEqual([]);
  });
});
