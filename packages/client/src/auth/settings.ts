import type { Definition } from '../config/entry/definition.js';

/** What an entry says about signing in. */
export interface OAuthSettings {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scope?: string;
  readonly issuer?: string;
}

/** A definition that is reached over HTTP. */
export type HttpDefinition = Extract<Definition, { transport: 'http' | 'sse' }>;

/** The texts under `oauth`; everything else there is ignored. */
export function oauthSettings({ oauth = {} }: Pick<HttpDefinition, 'oauth'>): OAuthSettings {
  const names = ['clientId', 'clientSecret', 'scope', 'issuer'] as const;
  const pairs = names.map(name => [name, oauth[name]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => typeof value === 'string' && value !== ''));
}

/** The address that credentials are kept under. */
export function resourceOf({ url }: Pick<HttpDefinition, 'url'>): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}
