/** How a client and this server agree on a protocol version: once by a handshake, or in each request. */
export type Era = 'handshake' | 'modern';
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export const modernVersion = '2026-07-28';
/** Every version of the protocol that is spoken, the newest first. */
export const protocolVersions: readonly string[] = [modernVersion, ...handshakeVersions];
