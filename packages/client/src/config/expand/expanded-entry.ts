import type { Caller } from '../entry/caller.js';
import type { ServerEntry } from '../entry/definition.js';
import { fieldError, type TextField, textFields } from '../entry/fields.js';
import { workspaceOf } from '../files/base-folder.js';
import { type Expanded, Expansion, type Missing } from './expand.js';
import { pieces, placeNames, variableOf } from './placeholders.js';

/** All texts of an entry with the caller's values in them. */
export type ExpandedEntry = ReadonlyMap<string, Expanded>;

/** Expands every text of an entry. Throws for the first variable that is unset and has no default. */
export function expandEntry(server: ServerEntry, caller: Caller): ExpandedEntry {
  const { expanded, missing } = expandAll(server, caller);
  const [first] = missing;
  if (first === undefined) return expanded;
  const others = missing.length === 1 ? '' : `, and ${missing.length - 1} more`;
  throw fieldError(
    server,
    first.field,
    `needs the variable ${first.variable}, which is not set${others}`,
    `set ${first.variable} or give a default: \${${first.variable}:-…}`,
  );
}

/** Names of variables an entry needs that the caller has not set, each once. */
export function missingVariables(server: ServerEntry, caller: Caller): readonly string[] {
  return [...new Set(expandAll(server, caller).missing.map(each => each.variable))];
}

/** Names of the variables an entry takes from its caller, each once: what consent is given to. */
export function variablesOf(server: ServerEntry): readonly string[] {
  const found = textFields(server)
    .filter(each => isExpandable(server, each))
    .flatMap(({ text }) => pieces(text));
  const names = found.flatMap(piece => ('literal' in piece ? [] : [variableOf(piece)]));
  return [...new Set(names)].filter(name => !placeNames.includes(name));
}

function expandAll(server: ServerEntry, caller: Caller): { expanded: ExpandedEntry; missing: readonly Missing[] } {
  const expansion = new Expansion(caller, workspaceOf(server, caller));
  const expanded = new Map<string, Expanded>();
  for (const each of textFields(server)) {
    const { field, text } = each;
    expanded.set(field, isExpandable(server, each) ? expansion.expand(field, text) : { text, taken: new Map() });
  }
  return { expanded, missing: expansion.missing };
}

/** The words of a command line were expanded by the shell; only what options add to them is ours to expand. */
function isExpandable(server: ServerEntry, { field }: TextField): boolean {
  return server.scope !== 'ad-hoc' || field.startsWith('env.') || field.startsWith('headers.');
}
