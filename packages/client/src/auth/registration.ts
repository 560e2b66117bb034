import type { OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import type { Credential } from './credentials.js';
import type { TokenRequest } from './grants.js';
import type { OAuthSettings } from './settings.js';

/** Our client information; `registered` when it was registered just now. */
export interface Client {
  readonly information: OAuthClientInformationMixed;
  readonly registered: boolean;
}

/**
 * Our client information for an authorization server: the configured client; a metadata document, where the server reads
 * such; the registration of an earlier sign-in; or a new one.
 */
export async function clientFor(
  { sdk, authority, fetch }: TokenRequest,
  { clientId, clientSecret }: OAuthSettings,
  stored: Credential | undefined,
  redirectUrl: string,
  scope: string | undefined,
): Promise<Client> {
  const configured = configuredClient(clientId, clientSecret, authority.metadata.client_id_metadata_document_supported);
  if (configured !== undefined) return { information: configured, registered: false };
  if (stored?.client !== undefined && stored.redirectUrl === redirectUrl) {
    return { information: stored.client as OAuthClientInformationMixed, registered: false };
  }
  const { url, metadata } = authority;
  const isPublic = metadata.token_endpoint_auth_methods_supported?.includes('none');
  const clientMetadata = {
    client_name: 'mcp',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
    // A secret given to a program on a user's machine would not stay one.
    ...(isPublic && { token_endpoint_auth_method: 'none' }),
  };
  const asked = { metadata, clientMetadata, fetchFn: fetch, ...(scope !== undefined && { scope }) };
  return { information: await sdk.registerClient(url, asked), registered: true };
}

/** The client of the entry. An https address stands for a document, which is of use only where the server reads such. */
export function configuredClient(
  clientId: string | undefined,
  clientSecret: string | undefined,
  readsDocuments: unknown,
): OAuthClientInformationMixed | undefined {
  if (clientId === undefined || (clientId.startsWith('https://') && readsDocuments !== true)) return undefined;
  return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
}
