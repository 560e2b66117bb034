import type { Source } from '@concord/engine';
import { RefusedToStart } from '@concord/server';
import { BadSetting, contextSettings, contextSource } from '@concord/source-context';
import type { SourceSetting } from './sources.js';

/** The context source as it is set up here; what is wrong with its settings keeps a server from starting. */
export function context({ env, root, redact = false, isAlone = false, dottedNames = false }: SourceSetting): Source {
  try {
    const settings = contextSettings(env, root);
    if (isAlone && settings.root === undefined)
      throw new RefusedToStart('The context source needs a folder of caches: --root DIR or CONTEXT_CACHE_ROOT', 2);
    return contextSource({ ...settings, redact, frozenSurface: dottedNames });
  } catch (error) {
    throw error instanceof BadSetting ? new RefusedToStart(error.message, 2) : error;
  }
}
