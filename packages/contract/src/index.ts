export { classify } from './classify.js';
export { catalog } from './catalog.js';
export type * from './outcome.js';
export * from './problems.js';
export type * from './json.js';
