import * as nodeModule from 'node:module';

/** The specifier by which authors import the functions for tools, from any module of a project. */
const authorsName = '@concord/folder/tool';

interface Hooks {
  registerHooks?(hooks: {
    resolve(specifier: string, context: unknown, next: (...given: unknown[]) => unknown): unknown;
  }): void;
  stripTypeScriptTypes?: unknown;
}

/** Lets modules of this thread import the functions for tools, and TypeScript where Node cannot import it itself. */
export function addImportHooks(authors: string): void {
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
