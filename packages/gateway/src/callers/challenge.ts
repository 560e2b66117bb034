import type { JsonObject } from '@concord/contract';

const METADATA = '/.well-known/oauth-protected-resource';

/** Where the metadata of what is protected can be found: with the path of it, and without. */
export function isMetadataPath(path: string): boolean {
  return path === METADATA || path === `${METADATA}/mcp`;
}

/** What a client that has no token, or a wrong one, is told: where to read who gives out tokens. */
export function challenge(origin: string, wasGiven: boolean): string {
  const metadata = `resource_metadata="${origin}${METADATA}/mcp"`;
  return wasGiven ? `Bearer error="invalid_token", ${metadata}` : `Bearer ${metadata}`;
}

/** What a client is told that lacks a right. */
export function lacking(origin: string, scope: string): string {
  return `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${origin}${METADATA}/mcp"`;
}

/** RFC 9728: what is protected, and who gives out tokens for it. */
export function resourceMetadata(origin: string, issuer: string | undefined): JsonObject {
  return {
    resource: `${origin}/mcp`,
    resource_name: 'Concord',
    ...(issuer !== undefined && { authorization_servers: [issuer] }),
    bearer_methods_supported: ['header'],
    scopes_supported: ['operations', 'read-only'],
  };
}
