import { readFileSync } from 'node:fs';
import type { Tier } from '@concord/contract';
import { lower, tiers } from './table.js';

/** Which tier is in force, and why. */
export interface TierInForce {
  readonly tier: Tier;
  readonly source: 'default' | 'setting' | 'licence' | 'invalid licence';
}

/** What licences are checked against; without a key there are none, and the setting alone counts. */
export interface LicenceSetting {
  /** The tier that was asked for with `--tier` or CONCORD_TIER. */
  readonly asked?: Tier;
  /** The public key, PEM. */
  readonly publicKey?: string;
  /** The licence itself, or a file that holds it. */
  readonly licence?: string;
  readonly licenceFile?: string;
  readonly issuer?: string;
  readonly audience?: string;
  /** Ids of licences that count no more. */
  readonly revoked?: readonly string[];
}

/** Signing with a shared key, or not at all, is no proof. */
const algorithms = ['EdDSA', 'RS256'] as const;
const LEEWAY_S = 60;

/** The tier in force: what was asked for, and never more than the licence gives where licences are used. */
export async function tierInForce(setting: LicenceSetting): Promise<TierInForce> {
  const { asked, publicKey } = setting;
  if (publicKey === undefined)
    return asked === undefined ? { tier: 'community', source: 'default' } : { tier: asked, source: 'setting' };
  const licensed = await licensedTier(setting, publicKey).catch(() => undefined);
  if (licensed === undefined) return { tier: 'community', source: 'invalid licence' };
  return { tier: asked === undefined ? licensed : lower(asked, licensed), source: 'licence' };
}

async function licensedTier(setting: LicenceSetting, publicKey: string): Promise<Tier | undefined> {
  const { licence, licenceFile, issuer = 'concord', audience = 'concord-users', revoked = [] } = setting;
  const token = (licence ?? (licenceFile === undefined ? '' : readFileSync(licenceFile, 'utf8'))).trim();
  if (token === '') return 'community';
  const { importSPKI, jwtVerify } = await import('jose');
  const pem = publicKey.replaceAll('\\n', '\n');
  for (const algorithm of algorithms) {
    const key = await importSPKI(pem, algorithm).catch(() => undefined);
    if (!key) continue;
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer,
      audience,
      clockTolerance: LEEWAY_S,
      requiredClaims: ['tier', 'exp', 'iat', 'sub'],
    });
    const tier = tiers.find(each => each === payload.tier);
    if (tier === undefined) return undefined;
    if (tier !== 'community' && typeof payload.jti !== 'string') return undefined;
    return typeof payload.jti === 'string' && revoked.includes(payload.jti) ? undefined : tier;
  }
  return undefined;
}
