import { byVersion } from './tables-version.js';

/** A template that is installed. */
export interface Template {
  readonly name: string;
  readonly shortNames: readonly string[];
  readonly language: string;
  readonly type: string;
  readonly author: string;
  readonly tags: string;
}

const columns: Readonly<Record<string, keyof Template>> = {
  'template name': 'name',
  'short name': 'shortNames',
  language: 'language',
  type: 'type',
  author: 'author',
  tags: 'tags',
};

/** The rows of `new list`, whose columns begin where the dashes of the rule under their names do. */
export function readTemplates(stdout: string): readonly Template[] {
  const lines = stdout.split('\n');
  const rule = lines.findIndex(line => /^-{2,500}(?: {1,10}-{2,500}){1,9} {0,500}$/.test(line));
  if (rule < 1) return [];
  const starts = [...lines[rule]!.matchAll(/-{2,500}/g)].map(found => found.index);
  const cells = (line: string) => starts.map((start, at) => line.slice(start, starts[at + 1]).trim());
  const names = cells(lines[rule - 1]!).map(name => columns[name.toLowerCase()]);
  const end = lines.findIndex((line, at) => at > rule && line.trim() === '');
  return lines.slice(rule + 1, end < 0 ? undefined : end).map(line => {
    const row = new Map(cells(line).map((cell, at) => [names[at], cell]));
    const text = (column: keyof Template) => row.get(column) ?? '';
    return {
      name: text('name'),
      shortNames: text('shortNames')
        .split(',')
        .map(each => each.trim())
        .filter(each => each !== ''),
      language: text('language'),
      type: text('type'),
      author: text('author'),
      tags: text('tags'),
    };
  });
}

/** The rows of `--list-sdks`, lowest version first. */
export function readSdks(stdout: string): readonly { readonly version: string; readonly path: string }[] {
  return stdout
    .split('\n')
    .flatMap(line => {
      const found = /^(\d[^ ]{0,60}) \[(.{1,4000})\]$/.exec(line.trim());
      return found ? [{ version: found[1]!, path: found[2]! }] : [];
    })
    .sort(byVersion);
}

/** The rows of `--list-runtimes`, lowest version first, those of one version in the order they were listed. */
export function readRuntimes(
  stdout: string,
): readonly { readonly name: string; readonly version: string; readonly path: string }[] {
  return stdout
    .split('\n')
    .flatMap(line => {
      const found = /^([^ ]{1,200}) (\d[^ ]{0,60}) \[(.{1,4000})\]$/.exec(line.trim());
      return found ? [{ name: found[1]!, version: found[2]!, path: found[3]! }] : [];
    })
    .sort(byVersion);
}

/** The lines under a rule of dashes: the members of a solution, the references of a project. None where the CLI says that there are none. */
export function readPathsAfterRule(stdout: string): readonly string[] {
  const lines = stdout.split('\n').map(line => line.trim());
  const rule = lines.findIndex(line => /^-{3,500}$/.test(line));
  return rule < 0 ? [] : lines.slice(rule + 1).filter(line => line !== '');
}
