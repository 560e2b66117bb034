import type { OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import type { Sdk } from './authority.js';
import { type CredentialStore, credentialFor, type Tokens, withCredential } from './credentials.js';
import { refreshed, type TokenRequest } from './grants.js';
import { configuredClient } from './registration.js';
import type { OAuthSettings } from './settings.js';

/**
 * The tokens that take the place of those in use: what another process has renewed already, or what a refresh token
 * gives. Undefined when there are none; tokens that the authorization server itself refused are forgotten.
 */
export function renewedTokens(
  asking: TokenRequest,
  store: CredentialStore,
  resource: string,
  { clientId, clientSecret }: OAuthSettings,
  used: string | undefined,
): Promise<Tokens | undefined> {
  const { issuer, metadata } = asking.authority;
  return store.alone(async () => {
    const credential = credentialFor(await store.read(), resource, issuer);
    const { tokens } = credential ?? {};
    if (credential === undefined || tokens === undefined) return undefined;
    if (tokens.accessToken !== used) return tokens;
    const { refreshToken } = tokens;
    const own = configuredClient(clientId, clientSecret, metadata.client_id_metadata_document_supported);
    const client = (credential.client as OAuthClientInformationMixed | undefined) ?? own;
    if (refreshToken === undefined || client === undefined) return undefined;
    try {
      const renewed = await refreshed(asking, client, { ...tokens, refreshToken });
      await store.change(all => withCredential(all, { ...credential, tokens: renewed }));
      return renewed;
    } catch (error) {
      if (!isRefusal(asking.sdk, error)) throw error;
      const { tokens: _, ...rest } = credential;
      await store.change(all => withCredential(all, rest));
      return undefined;
    }
  });
}

/** True when the authorization server itself refused; other errors may be temporary. */
function isRefusal(sdk: Sdk, error: unknown): boolean {
  return error instanceof sdk.OAuthError && error.code !== 'server_error';
}
