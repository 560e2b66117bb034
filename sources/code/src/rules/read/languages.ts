import type { RuleLanguage } from '../rule.js';
import { unsupported } from './context.js';
import type { LocatedText } from './located.js';

/** Names of languages in rules, with what each is here. */
const names: Readonly<Record<string, RuleLanguage>> = {
  python: 'python',
  python2: 'python',
  python3: 'python',
  py: 'python',
  javascript: 'javascript',
  js: 'javascript',
  jsx: 'javascript',
  typescript: 'typescript',
  ts: 'typescript',
  tsx: 'typescript',
  java: 'java',
  go: 'go',
  golang: 'go',
  csharp: 'csharp',
  'c#': 'csharp',
  cs: 'csharp',
  generic: 'generic',
  spacegrep: 'generic',
  regex: 'regex',
  none: 'regex',
};

/** The language of a name; undefined for one that is not here. */
export function languageNamed(name: string): RuleLanguage | undefined {
  return Object.hasOwn(names, name.toLowerCase()) ? names[name.toLowerCase()] : undefined;
}

export const languageNames: readonly string[] = Object.keys(names);

export function expectLanguage(value: LocatedText): RuleLanguage {
  const found = languageNamed(value.text);
  if (!found) throw unsupported(`the language '${value.text.slice(0, 40)}' is not supported`, value);
  return found;
}
