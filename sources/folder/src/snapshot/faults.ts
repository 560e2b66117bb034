import { resolve } from 'node:path';
import type { Diagnostic } from '../project/items.js';
import type { Project } from '../project/project.js';
import type { Built } from './build.js';

const MOST_NAMED = 20;

/** The faults of a project that is served without its faulty parts, for whoever runs the server. */
export interface Faults {
  /** How many there are of each kind, without any path. */
  readonly message: string;
  /** Each with its place and reason. */
  readonly detail: string;
}

/** The faults of what a build left out; undefined when there are none. A bad registration is reported separately. */
export function faultsOf({ contents, registration }: Built, { root }: Project): Faults | undefined {
  const registered = registration.kind === 'bad' ? registration.file : undefined;
  const faults = contents.diagnostics.filter(
    ({ level, file }) => level === 'error' && !(file !== undefined && resolve(root, file) === registered),
  );
  if (faults.length === 0) return undefined;
  const sections = new Map<string, number>();
  for (const { section } of faults) sections.set(section, (sections.get(section) ?? 0) + 1);
  const counts = [...sections].map(([section, count]) => `${count} in ${section}`).join(', ');
  return {
    message: `What is at fault is left out: ${counts}; 'mcp validate' tells where, why and how to mend it`,
    detail: faults.slice(0, MOST_NAMED).map(placed).join('; '),
  };
}

function placed({ file, line, message }: Diagnostic): string {
  return `${[file, line].filter(part => part !== undefined).join(':')}: ${message}`;
}
