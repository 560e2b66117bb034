import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LocatedFile, located, plain, readLocated } from '../rules/read/located.js';
import { type Model, modelOf } from '../rules/read/model.js';

/** The folder of the built-in rules: in this package, and in the same place beside the bundled command. */
export function builtInRules(): string {
  return fileURLToPath(new URL('../../rules/', import.meta.url));
}

/** What all files of the folder hold, in one file: to parse each of them takes longer than most scans. */
const PARSED = 'parsed.json';
const MODEL = 'model.yaml';

let parsed: Readonly<Record<string, readonly unknown[]>> | undefined;

/** In this package the files are read themselves; beside the bundled command they were parsed before. */
export function isParsed(): boolean {
  return Object.keys(read()).length > 0;
}

/** The files of rules by their paths in the folder, as they were parsed. */
export function* parsedFiles(): Generator<readonly [path: string, file: LocatedFile]> {
  for (const [path, documents] of Object.entries(read()))
    if (!path.endsWith(MODEL)) yield [path, { documents: documents.map(located), faults: [] }];
}

function read(): Readonly<Record<string, readonly unknown[]>> {
  if (parsed) return parsed;
  const path = join(builtInRules(), PARSED);
  parsed = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as typeof parsed) : {};
  return parsed!;
}

/** Parses the files of a copy of the folder once for all. */
export function parseRules(folder: string, paths: readonly string[]): void {
  const files = paths.map(path => [path, readLocated(readFileSync(join(folder, path), 'utf8')).documents.map(plain)]);
  writeFileSync(join(folder, PARSED), JSON.stringify(Object.fromEntries(files)));
}

const models = new Map<string, Model | undefined>();

/** The model of a language, which rules of any file may name sets of; nothing where it has none. */
export function builtInModels(language: string): Model | undefined {
  if (!models.has(language)) models.set(language, readOne(language));
  return models.get(language);
}

function readOne(language: string): Model | undefined {
  if (!/^[a-z]{1,20}$/.test(language)) return undefined;
  const path = `${language}/${MODEL}`;
  const documents = read()[path];
  if (documents) return modelOf({ documents: documents.map(located), faults: [] }, path, builtInModels);
  const file = join(builtInRules(), path);
  return existsSync(file) ? modelOf(readLocated(readFileSync(file, 'utf8')), path, builtInModels) : undefined;
}
