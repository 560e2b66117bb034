import { fileURLToPath } from 'node:url';

/** The folder of the built-in rules: in this package, and in the same place beside the bundled command. */
export function builtInRules(): string {
  return fileURLToPath(new URL('../../rules/', import.meta.url));
}
