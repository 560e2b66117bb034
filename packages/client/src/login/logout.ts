import type { OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import type { AuthFetch } from '../auth/auth-fetch.js';
import { type Credential, fileCredentials } from '../auth/credentials.js';
import { configuredClient } from '../auth/registration.js';
import { oauthSettings, resourceOf } from '../auth/settings.js';
import type { Definition } from '../config/entry/definition.js';
import { httpOnly } from './login.js';

export interface LogoutOptions {
  /** Where the tokens are kept. */
  readonly stateFolder: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** How long to wait for the authorization server; the stored tokens are removed before. */
const revokeWaitMs = 5_000;

/** Forgets all tokens for a server, and has them revoked where that is offered. Tells whether there were any. */
export async function logout(definition: Definition, options: LogoutOptions): Promise<{ readonly removed: boolean }> {
  const remote = httpOnly(definition);
  const resource = resourceOf(remote);
  const store = fileCredentials(options.stateFolder);
  let removed: readonly Credential[] = [];
  await store.change(all => {
    removed = all.filter(each => each.resource === resource);
    return all.filter(each => each.resource !== resource);
  });
  const [{ Sockets }, { authFetch }] = await Promise.all([
    import('../network/sockets.js'),
    import('../auth/auth-fetch.js'),
  ]);
  const sockets = new Sockets(options.env);
  const { clientId, clientSecret } = oauthSettings(remote);
  try {
    const fetch = authFetch(new URL(remote.url), sockets);
    const revoking = removed.map(credential => {
      const client = (credential.client ?? configuredClient(clientId, clientSecret, true)) as
        | OAuthClientInformationMixed
        | undefined;
      return revoked(credential, client, fetch).catch(() => {});
    });
    await Promise.race([Promise.all(revoking), new Promise(resolve => setTimeout(resolve, revokeWaitMs).unref())]);
  } finally {
    sockets.close();
  }
  return { removed: removed.some(({ tokens }) => tokens !== undefined) };
}

/** Revokes the refresh token first: many servers revoke the others with it. */
async function revoked(
  { tokens, revocationEndpoint }: Credential,
  client: OAuthClientInformationMixed | undefined,
  fetch: AuthFetch,
): Promise<void> {
  if (revocationEndpoint === undefined || tokens === undefined) return;
  const { accessToken, refreshToken } = tokens;
  const both = [
    ...(refreshToken === undefined ? [] : [[refreshToken, 'refresh_token']]),
    [accessToken, 'access_token'],
  ];
  for (const [token, hint] of both) {
    const body = new URLSearchParams({ token: token!, token_type_hint: hint! });
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    if (client?.client_secret !== undefined) {
      const credentials = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
      headers.authorization = `Basic ${credentials}`;
    } else if (client !== undefined) body.set('client_id', client.client_id);
    const response = await fetch(revocationEndpoint, { method: 'POST', headers, body: body.toString() });
    await response.body?.cancel();
  }
}
