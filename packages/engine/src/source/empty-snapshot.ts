import type { Snapshot } from './source.js';

/** What a Source has that has nothing, or nothing yet. */
export const emptySnapshot: Snapshot = { tools: [], resources: [], resourceTemplates: [], prompts: [], builtAt: '' };
