import { createHash } from 'node:crypto';

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
