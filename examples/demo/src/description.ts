import type { SourceDescription } from '@concord/engine';

/** Tools to try things out. */
export const description: SourceDescription = {
  name: 'demo',
  create: async () => (await import('./index.js')).demoSource(),
};
