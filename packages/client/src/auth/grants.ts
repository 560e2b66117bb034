import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/client';
import type { AuthFetch } from './auth-fetch.js';
import type { Authority, Sdk } from './authority.js';
import type { Tokens } from './credentials.js';

/** How tokens are asked for. */
export interface TokenRequest {
  readonly sdk: Sdk;
  readonly authority: Authority;
  readonly fetch: AuthFetch;
}

/** New tokens for an old refresh token. */
export async function refreshed(
  { sdk, authority, fetch }: TokenRequest,
  clientInformation: OAuthClientInformationMixed,
  tokens: Tokens & { refreshToken: string },
): Promise<Tokens> {
  const { url, metadata, resource } = authority;
  const { refreshToken, scope } = tokens;
  const given = { metadata, clientInformation, refreshToken, resource, fetchFn: fetch };
  return kept(await sdk.refreshAuthorization(url, given), scope);
}

/** Tokens for a program that has credentials of its own. */
export async function machineTokens(
  { sdk, authority, fetch }: TokenRequest,
  client: { readonly clientId: string; readonly clientSecret: string },
  scope: string | undefined,
): Promise<Tokens> {
  const { url, metadata, resource, issuer } = authority;
  const provider = new sdk.ClientCredentialsProvider({ ...client, expectedIssuer: issuer });
  const asked = { metadata, resource, fetchFn: fetch, ...(scope !== undefined && { scope }) };
  return kept(await sdk.fetchToken(provider, url, asked), scope);
}

/** Tokens as they are kept. A server that leaves out the scope granted what was asked for. */
export function kept(tokens: OAuthTokens, asked: string | undefined, now = Date.now()): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = tokens;
  const scope = tokens.scope ?? asked;
  return {
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(scope !== undefined && { scope }),
    ...(expiresIn !== undefined && { expiresAt: now + expiresIn * 1_000 }),
  };
}
