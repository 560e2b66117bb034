import { compare, shown } from '../project/findings.js';
import type { Diagnostic, ResourceItem, TemplateItem } from '../project/items.js';
import type { Scanning } from './walk/scanning.js';

/** An item and the path it comes from. */
export interface Placed<Item> {
  readonly item: Item;
  /** Absolute: the file it comes from. */
  readonly from: string;
}

/** The items that pass the filter, sorted by name, each name once: the first by path stays, the others are reported. */
export function unique<Item extends { readonly name: string }>(
  scanning: Scanning,
  section: Diagnostic['section'],
  placed: readonly Placed<Item>[],
): readonly Item[] {
  const { findings } = scanning;
  const kept = new Map<string, Placed<Item>>();
  const wanted = placed.filter(({ from }) => scanning.includes(from));
  for (const candidate of wanted.sort((a, b) => compare(a.from, b.from))) {
    const first = kept.get(candidate.item.name);
    if (first === undefined) kept.set(candidate.item.name, candidate);
    else {
      const name = shown(candidate.item.name);
      findings.error(section, `the name ${name} is taken by ${findings.name(first.from)}: left out`, {
        file: candidate.from,
        hint: 'give one of the two another name',
      });
    }
  }
  return [...kept.values()].map(({ item }) => item).sort((a, b) => compare(a.name, b.name));
}

/** The templates without those that have the name of a resource, which are reported. */
export function withoutNamesakes(
  { findings, project }: Scanning,
  resources: readonly ResourceItem[],
  templates: readonly TemplateItem[],
): readonly TemplateItem[] {
  const names = new Set(resources.map(({ name }) => name));
  return templates.filter(({ name, file }) => {
    if (!names.has(name)) return true;
    const place = { file: file ?? project.server, hint: 'give one of the two another name' };
    return findings.error('resources', `the template ${shown(name)} has the name of a resource: left out`, place);
  });
}
