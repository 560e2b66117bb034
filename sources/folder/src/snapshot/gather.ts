import type { JsonObject } from '@concord/contract';
import { compare } from '../project/findings.js';
import type { Contents, TemplateItem } from '../project/items.js';
import { RegisteredItems, type RegistrationText } from '../register/registered-items.js';
import type { Registered } from '../register/registration.js';
import { discover } from '../scan/scan.js';
import { unique, withoutNamesakes } from '../scan/unique.js';
import type { Discovered, Scanning } from '../scan/walk/scanning.js';

type Found = Omit<Contents, 'diagnostics'>;

/** Items of every list, as an earlier build stored them. */
export type Stored = RegistrationText & {
  readonly [Kind in 'tools' | 'resources' | 'templates' | 'prompts']: readonly JsonObject[];
};

/**
 * The contents of a project: stored items, else registered ones, else discovered ones. A registered list replaces the discovered
 * one. Registered templates are added to the discovered ones; an empty list removes those.
 */
export async function gather(
  scanning: Scanning,
  registered: (Registered & RegistrationText) | undefined,
  stored: Stored | undefined,
): Promise<Found> {
  const completions = registered?.completions ?? [];
  if (stored !== undefined) {
    const lists = { ...stored, resourceTemplates: stored.templates, isComplete: true };
    return merge(scanning, lists, { file: registered?.file ?? '', text: registered?.text ?? '', completions });
  }
  if (registered === undefined) return discover(scanning, new Set());
  return merge(scanning, registered, { ...registered, completions });
}

async function merge(
  scanning: Scanning,
  given: Registered & RegistrationText & { readonly isComplete?: boolean },
  completing: RegistrationText & { readonly completions: readonly JsonObject[] },
): Promise<Found> {
  const skip = new Set((['tools', 'resources', 'prompts'] as const).filter(kind => given[kind] !== undefined));
  const found = await discover(scanning, given.isComplete ? everything : skip);
  const items = new RegisteredItems(scanning, given);
  const [tools, resources, templates, prompts, completions] = await Promise.all([
    given.tools && items.tools(given.tools),
    given.resources && items.resources(given.resources),
    given.resourceTemplates && items.templates(given.resourceTemplates),
    given.prompts && items.prompts(given.prompts),
    new RegisteredItems(scanning, completing).completions(completing.completions),
  ]);
  const listed = resources ? unique(scanning, 'resources', resources) : found.resources;
  const registeredTemplates = templates && unique(scanning, 'resources', templates);
  return {
    identity: found.identity,
    tools: tools ? unique(scanning, 'tools', tools) : found.tools,
    resources: listed,
    templates: withoutNamesakes(
      scanning,
      listed,
      mergeTemplates(registeredTemplates, found.templates, given.resourceTemplates),
    ),
    prompts: prompts ? unique(scanning, 'prompts', prompts) : found.prompts,
    completions: unique(scanning, 'completions', completions),
  };
}

/** Registered and discovered templates. A registered one wins over a discovered one of the same name; an empty list removes all. */
function mergeTemplates(
  registered: readonly TemplateItem[] | undefined,
  found: readonly TemplateItem[],
  given: readonly JsonObject[] | undefined,
): readonly TemplateItem[] {
  if (registered === undefined) return found;
  if (given?.length === 0) return [];
  const names = new Set(registered.map(({ name }) => name));
  return [...registered, ...found.filter(({ name }) => !names.has(name))].sort((a, b) => compare(a.name, b.name));
}

const everything: ReadonlySet<Discovered> = new Set(['tools', 'resources', 'templates', 'prompts']);
