import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isJsonObject, type JsonObject } from '@concord/contract';
import type { Identity } from '@concord/engine';
import type { Findings } from '../../project/findings.js';
import type { Project } from '../../project/project.js';
import { nonBlank } from '../../scan/metadata/fields.js';

/** Name, title and version of a server, given or by default. */
export interface Defaults {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

export function defaultsOf({ name, title, version }: Identity): Defaults {
  return { name, title: title ?? name, version };
}

/** Reports where each default comes from. */
export function explainDefaults(project: Project, { name, title, version }: Defaults, findings: Findings): void {
  const file = join(project.server, 'server.meta.json');
  const given = written(file);
  const from = existsSync(join(project.root, 'VERSION')) ? 'VERSION' : 'package.json, or 0.0.0 without one';
  const origins = [
    ['name', name, `the name of the folder ${basename(project.root)}`],
    ['title', title, 'the name with its words capitalised'],
    ['version', version, from],
  ] as const;
  for (const [field, value, origin] of origins)
    if (nonBlank(given[field]) === undefined)
      findings.add('info', 'server', `${field} is ${JSON.stringify(value)}: ${origin}`, {
        file,
        hint: `say otherwise with "${field}"`,
      });
}

function written(file: string): JsonObject {
  try {
    const given: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isJsonObject(given) ? given : {};
  } catch {
    return {};
  }
}
