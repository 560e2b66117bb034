export { ANYBODY } from './admission/admission.js';
export { CallerAccount } from './callers/account.js';
export type { Callers, Identified } from './callers/callers.js';
export { type Door, doorFor } from './callers/door.js';
export { readRights } from './callers/read-rights.js';
export type { Rights } from './callers/rights.js';
export { Sight } from './callers/sight.js';
export { isToken, newToken, tokenHash } from './callers/token.js';
export type { GatewayFace } from './gateway-face.js';
