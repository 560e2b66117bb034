/** The revision without a handshake. */
export const modernVersion = '2026-07-28';

/** The revision offered in a handshake. */
export const offeredVersion = '2025-11-25';

/** Revisions a server may answer a handshake with. */
export const handshakeVersions: ReadonlySet<string> = new Set([
  offeredVersion,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]);

/** Keys of `_meta` in the modern era. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;
