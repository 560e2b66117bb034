import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@concord/contract';
import { COMPATIBILITY } from '../../call/server-variables.js';
import { codeOf, isGone } from '../../files/file-system.js';
import { programIn } from '../../files/find-program.js';
import { readObject } from '../../files/read-json.js';
import { shown } from '../../project/findings.js';
import type { Project } from '../../project/project.js';
import { type Finding, finding } from './findings.js';

const FILE = 'server.d/requirements.json';

/** Checks the requirements of a project against the programs on the PATH. */
export function examineRequirements({ server }: Project, path: string): readonly Finding[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(server, 'requirements.json'));
  } catch (error) {
    return isGone(error) ? [] : [invalid(`cannot be read (${codeOf(error)})`)];
  }
  const read = readObject(bytes);
  if ('fault' in read) return [invalid(`${read.fault}${read.line === undefined ? '' : ` (line ${read.line})`}`)];
  const { framework, dependencies = [] } = read.object;
  const wanted = isJsonObject(framework) ? framework.minVersion : undefined;
  if (wanted !== undefined && (typeof wanted !== 'string' || !/^\d{1,6}(?:\.\d{1,6}){0,2}$/.test(wanted)))
    return [invalid('has a framework.minVersion that is no version')];
  if (!Array.isArray(dependencies)) return [invalid('has dependencies that are no list')];
  const groups = dependencies.map(alternatives);
  if (groups.includes(undefined)) return [invalid('has a dependency that is neither {"name": …} nor {"or": […]}')];
  const missing = (groups as string[][]).filter(names => !names.some(name => programIn(path, name) !== null));
  return [
    ...(wanted !== undefined && isNewer(wanted, COMPATIBILITY) ? [tooNew(wanted)] : []),
    ...missing.map(names =>
      finding('deps.missing', 'error', `The project needs ${names.map(shown).join(' or ')}, and there is none in PATH`),
    ),
  ];
}

/** The programs of which one is needed; undefined when the dependency is malformed. */
function alternatives(dependency: unknown): string[] | undefined {
  if (typeof dependency === 'string' && dependency !== '') return [dependency];
  if (!isJsonObject(dependency)) return undefined;
  if (typeof dependency.name === 'string' && dependency.name !== '') return [dependency.name];
  if (!Array.isArray(dependency.or)) return undefined;
  const names = dependency.or.flatMap(each => alternatives(each) ?? []);
  return names.length > 0 ? names : undefined;
}

function isNewer(wanted: string, have: string): boolean {
  const [a, b] = [wanted, have].map(version => version.split('.').map(Number));
  const at = [0, 1, 2].find(index => (a![index] ?? 0) !== (b![index] ?? 0));
  return at !== undefined && (a![at] ?? 0) > (b![at] ?? 0);
}

function tooNew(wanted: string): Finding {
  const message = `The project asks for version ${shown(wanted)} of the framework; what is here is like ${COMPATIBILITY}`;
  return finding('deps.missing', 'warning', message);
}

function invalid(why: string): Finding {
  return finding('project.requirements_invalid', 'error', `${FILE} ${why}`, 'mcp validate');
}
