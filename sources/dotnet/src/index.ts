export type { Diagnostic } from './diagnostic.js';
