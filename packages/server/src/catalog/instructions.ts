import type { Mount } from './catalog.js';

/** What the servers behind this one tell their clients, each under its name and with the names its tools are published under. */
export function joinedInstructions(mounts: readonly Mount[]): string {
  return mounts
    .filter(({ isOwn }) => !isOwn)
    .flatMap(({ name, source }) => {
      const { instructions } = source.identity;
      if (!instructions) return [];
      const tools = new Set(source.snapshot().tools.map(tool => tool.name));
      return [
        `From ${name}, whose tools are published as ${name}__<tool>:\n${renamed(instructions, tools, `${name}__`)}`,
      ];
    })
    .join('\n\n');
}

/** A text in which the names of tools stand as they are published. A name that may be a word counts only in quotes. */
function renamed(text: string, tools: ReadonlySet<string>, prefix: string): string {
  return text.replace(/[A-Za-z0-9_-]{1,64}/g, (word, at: number) => {
    const isName = /[_-]|[a-z][A-Z]/.test(word) || '`\'"'.includes(text[at - 1] ?? ' ');
    return isName && tools.has(word) ? `${prefix}${word}` : word;
  });
}
