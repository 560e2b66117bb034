import { type SourceDescription, SourceRefusal } from '@concord/engine';

/** Frozen caches of documents. */
export const description: SourceDescription = {
  name: 'context',
  create: async ({ env, root, redact = false, isAlone = false, dottedNames = false }) => {
    const { BadSetting, contextSettings, contextSource } = await import('./index.js');
    try {
      const settings = contextSettings(env, root);
      if (isAlone && settings.root === undefined)
        throw new SourceRefusal('The context source needs a folder of caches: --root DIR or CONTEXT_CACHE_ROOT', 2);
      return contextSource({ ...settings, redact, dottedNames });
    } catch (error) {
      throw error instanceof BadSetting ? new SourceRefusal(error.message, 2) : error;
    }
  },
};
