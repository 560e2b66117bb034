import { isIgnoredFile, isIgnoredFolder } from '../../files/file-names.js';

/** What can be made in a project. */
export type ContentKind = 'tool' | 'prompt' | 'resource' | 'completion' | 'provider';

interface NameRule {
  readonly pattern: RegExp;
  readonly words: string;
  /** Whether discovery would pass by what has this name. */
  readonly isPassedBy: (name: string) => boolean;
}

const plain = {
  pattern: /^[A-Za-z0-9_-]{1,64}$/,
  words: 'a name of 1 to 64 letters, digits, _ and -',
} as const;

const rules: Readonly<Record<ContentKind | 'project', NameRule>> = {
  project: {
    pattern: /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/,
    words: 'a name of 1 to 64 letters, digits, _, - and dots, with neither - nor a dot in front',
    isPassedBy: () => false,
  },
  tool: { ...plain, isPassedBy: isIgnoredFolder },
  prompt: { ...plain, isPassedBy: name => isIgnoredFolder(name) || isIgnoredFile(`${name}.txt`) },
  resource: { ...plain, isPassedBy: name => isIgnoredFolder(name) || isIgnoredFile(`${name}.txt`) },
  completion: { ...plain, isPassedBy: () => false },
  provider: {
    pattern: /^[a-z][a-z0-9+.-]{0,63}$/,
    words: 'the scheme of a URI, such as notes',
    isPassedBy: name => isIgnoredFile(`${name}.sh`),
  },
};

/** What a name should be instead, as the end of a sentence; undefined when it can be used. */
export function nameFault(kind: ContentKind | 'project', name: string): string | undefined {
  const { pattern, words, isPassedBy } = rules[kind];
  if (!pattern.test(name)) return `expected ${words}`;
  return isPassedBy(name) ? 'nothing of that name is ever published; expected another one' : undefined;
}
