import type { Language } from '../language.js';
import { csharp } from './csharp.js';
import { go } from './go.js';
import { java } from './java.js';
import { javascript } from './javascript.js';
import { python } from './python.js';
import { typescript } from './typescript.js';

/** All languages there are. */
export const languages: readonly Language[] = [python, javascript, typescript, java, go, csharp];

const byName = new Map<string, Language>();
const byExtension = new Map<string, Language>();
for (const language of languages) {
  for (const name of [language.id, ...language.aliases]) byName.set(name, language);
  for (const extension of language.extensions) byExtension.set(extension, language);
}

/** The language with this name or alias, in capital letters or small ones. */
export function languageOf(name: string): Language | undefined {
  return byName.get(name.toLowerCase());
}

/** The language of a file, by the ending of its name. */
export function languageForPath(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  return dot <= path.lastIndexOf('/') ? undefined : byExtension.get(path.slice(dot).toLowerCase());
}
