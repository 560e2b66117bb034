import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Model, readModel } from '../rules/read/model.js';

/** The folder of the built-in rules: in this package, and in the same place beside the bundled command. */
export function builtInRules(): string {
  return fileURLToPath(new URL('../../rules/', import.meta.url));
}

const models = new Map<string, Model | undefined>();

/** The model of a language, which rules of any file may name sets of; nothing where it has none. */
export function builtInModels(language: string): Model | undefined {
  if (!models.has(language)) models.set(language, readOne(language));
  return models.get(language);
}

function readOne(language: string): Model | undefined {
  if (!/^[a-z]{1,20}$/.test(language)) return undefined;
  const path = join(language, 'model.yaml');
  let text: string;
  try {
    text = readFileSync(join(builtInRules(), path), 'utf8');
  } catch {
    return undefined;
  }
  return readModel(text, path, builtInModels);
}
