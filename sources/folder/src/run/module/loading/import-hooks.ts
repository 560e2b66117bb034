import * as nodeModule from 'node:module';

/** The name authors import our functions by, from any module of a project. */
const authorsName = '@concord/folder/tool';

interface Hooks {
  registerHooks?(hooks: {
    resolve(specifier: string, context: unknown, next: (...given: unknown[]) => unknown): unknown;
  }): void;
  stripTypeScriptTypes?: unknown;
}

/** Lets modules of this thread import our functions, and lets TypeScript be imported where Node cannot do that itself. */
export function hookModules(authors: string): void {
  const { registerHooks, stripTypeScriptTypes } = nodeModule as Hooks;
  if (registerHooks && stripTypeScriptTypes) {
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === authorsName ? { url: authors, format: 'module', shortCircuit: true } : next(specifier, context),
    });
    return;
  }
  nodeModule.register('./hooks-worker.js', { parentURL: import.meta.url, data: { authors, authorsName } });
}
