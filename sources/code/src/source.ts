export { tierInForce } from './tiers/licence.js';
export { tiers, tierTable } from './tiers/table.js';
export { definitions } from './tools/definitions.js';
export { type CodeSettings, codeSource } from './tools/source.js';
