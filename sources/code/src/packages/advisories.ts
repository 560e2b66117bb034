import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import type { Ecosystem, PackageUse } from './package.js';
import { compareVersions } from './versions.js';

/** What is known of a fault in some versions of a package, in the form of OSV. */
interface Advisory {
  readonly id: string;
  readonly summary: string;
  readonly aliases: readonly string[];
  readonly severity: string;
  readonly cwe: readonly string[];
  readonly affected: readonly Affected[];
}

interface Affected {
  readonly key: string;
  readonly versions: ReadonlySet<string>;
  readonly ranges: readonly (readonly {
    readonly event: 'introduced' | 'fixed' | 'last_affected';
    readonly version: string;
  }[])[];
}

export interface Vulnerability {
  readonly id: string;
  readonly summary: string;
  readonly aliases: readonly string[];
  readonly severity: string;
  readonly cwe: readonly string[];
  readonly fixedVersion?: string;
}

const MOST_FILES = 400_000;
const MOST_BYTES = 4 * 1_048_576;
const DEEPEST = 6;

/** The advisories of a folder, by the packages they are about; read once and again when a file comes, goes or changes. */
export class Advisories {
  readonly #byPackage = new Map<string, Advisory[]>();
  #stamp = '';
  count = 0;
  faults = 0;

  constructor(readonly folder: string) {}

  refresh(): void {
    const files = filesBelow(this.folder, 0);
    const stamp = createHash('sha256')
      .update(files.map(({ path, stamp }) => `${path} ${stamp}`).join('\n'))
      .digest('hex');
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#byPackage.clear();
    this.count = 0;
    this.faults = 0;
    for (const { path } of files) {
      const advisory = readAdvisory(path);
      if (!advisory) {
        this.faults++;
        continue;
      }
      this.count++;
      for (const key of new Set(advisory.affected.map(each => each.key))) {
        const list = this.#byPackage.get(key);
        if (list) list.push(advisory);
        else this.#byPackage.set(key, [advisory]);
      }
    }
  }

  /** The advisories about this version of a package. */
  of({ ecosystem, name, version, isExact }: PackageUse): Vulnerability[] {
    if (!isExact) return [];
    const key = keyOf(ecosystem, name);
    return (this.#byPackage.get(key) ?? []).flatMap(advisory => {
      const hit = advisory.affected.find(each => each.key === key && isAffected(each, ecosystem, version));
      if (!hit) return [];
      const { id, summary, aliases, severity, cwe } = advisory;
      const fixed = fixedAfter(hit, ecosystem, version);
      return [{ id, summary, aliases, severity, cwe, ...(fixed !== undefined && { fixedVersion: fixed }) }];
    });
  }
}

function filesBelow(folder: string, depth: number): { path: string; stamp: string }[] {
  if (depth > DEEPEST) return [];
  const found: { path: string; stamp: string }[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith('.')) found.push(...filesBelow(path, depth + 1));
    else if (entry.isFile() && /\.(?:json|ya?ml)$/.test(entry.name)) {
      const { size, mtimeMs } = statSync(path);
      found.push({ path, stamp: `${size} ${mtimeMs}` });
    }
    if (found.length > MOST_FILES) break;
  }
  return found;
}

type Table = Readonly<Record<string, unknown>>;
const tableOf = (value: unknown): Table => (typeof value === 'object' && value !== null ? (value as Table) : {});
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];

function readAdvisory(path: string): Advisory | undefined {
  try {
    if (statSync(path).size > MOST_BYTES) return undefined;
    const text = readFileSync(path, 'utf8');
    const value = tableOf(path.endsWith('.json') ? JSON.parse(text) : parseYaml(text, { maxAliasCount: 100 }));
    if (typeof value.id !== 'string' || !Array.isArray(value.affected)) return undefined;
    if (value.withdrawn !== undefined)
      return { id: value.id, summary: '', aliases: [], severity: 'unknown', cwe: [], affected: [] };
    return {
      id: value.id,
      summary: String(value.summary ?? value.details ?? '').slice(0, 300),
      aliases: textsOf(value.aliases).slice(0, 10),
      severity: severityOf(value),
      cwe: textsOf(tableOf(value.database_specific).cwe_ids),
      affected: value.affected.map(affectedOf),
    };
  } catch {
    return undefined;
  }
}

function affectedOf(value: unknown): Affected {
  const { package: about, versions, ranges } = tableOf(value);
  const { ecosystem, name } = tableOf(about);
  return {
    key: keyOf(String(ecosystem ?? '').split(':')[0]! as Ecosystem, String(name ?? '')),
    versions: new Set(textsOf(versions)),
    ranges: (Array.isArray(ranges) ? ranges : []).flatMap(range => {
      const { type, events } = tableOf(range);
      if (type === 'GIT' || !Array.isArray(events)) return [];
      return [
        events.flatMap(each =>
          (['introduced', 'fixed', 'last_affected'] as const).flatMap(event => {
            const version = tableOf(each)[event];
            return typeof version === 'string' ? [{ event, version }] : [];
          }),
        ),
      ];
    }),
  };
}

/** Names of Python are the same with dashes, dots and underscores, in any case. */
function keyOf(ecosystem: Ecosystem, name: string): string {
  const plain =
    ecosystem === 'PyPI'
      ? name.toLowerCase().replace(/[-_.]{1,50}/g, '-')
      : ecosystem === 'NuGet'
        ? name.toLowerCase()
        : name;
  return `${ecosystem} ${plain}`;
}

function isAffected({ versions, ranges }: Affected, ecosystem: Ecosystem, version: string): boolean {
  if (versions.has(version) || versions.has(version.replace(/^v/, ''))) return true;
  const compare = (other: string) => (other === '0' ? 1 : compareVersions(ecosystem, version, other));
  return ranges.some(events => {
    const ordered = [...events].sort((one, other) => orderOf(ecosystem, one.version, other.version));
    let isIn = false;
    for (const { event, version: at } of ordered) {
      const place = compare(at);
      if (place === undefined) continue;
      if (event === 'introduced' && place >= 0) isIn = true;
      else if (event === 'fixed' && place >= 0) isIn = false;
      else if (event === 'last_affected' && place > 0) isIn = false;
    }
    return isIn;
  });
}

function orderOf(ecosystem: Ecosystem, one: string, other: string): number {
  if (one === '0') return other === '0' ? 0 : -1;
  return other === '0' ? 1 : (compareVersions(ecosystem, one, other) ?? 0);
}

/** The first version after this one that has the fault no more. */
function fixedAfter({ ranges }: Affected, ecosystem: Ecosystem, version: string): string | undefined {
  return ranges
    .flat()
    .filter(({ event, version: at }) => event === 'fixed' && (compareVersions(ecosystem, at, version) ?? -1) > 0)
    .map(each => each.version)
    .sort((one, other) => orderOf(ecosystem, one, other))[0];
}

const words = ['critical', 'high', 'medium', 'low'];

function severityOf(value: Table): string {
  const said = String(tableOf(value.database_specific).severity ?? '')
    .toLowerCase()
    .replace('moderate', 'medium');
  if (words.includes(said)) return said;
  for (const each of Array.isArray(value.severity) ? value.severity : []) {
    const score = scoreOf(String(tableOf(each).score ?? ''));
    if (score !== undefined) return score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';
  }
  return 'unknown';
}

const weights: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};

/** The base score of a CVSS 3 vector, or a score that is written as a number. */
function scoreOf(text: string): number | undefined {
  if (/^\d{1,2}(?:\.\d)?$/.test(text)) return Number(text);
  if (!/^CVSS:3\.[01]\//.test(text)) return undefined;
  const given = new Map(
    text
      .split('/')
      .slice(1, 20)
      .map(part => part.split(':', 2) as [string, string]),
  );
  const weight = (name: string) => weights[name]?.[given.get(name) ?? ''] ?? 0;
  const isChanged = given.get('S') === 'C';
  const privileges: Readonly<Record<string, number>> = isChanged
    ? { N: 0.85, L: 0.68, H: 0.5 }
    : { N: 0.85, L: 0.62, H: 0.27 };
  const base = 1 - (1 - weight('C')) * (1 - weight('I')) * (1 - weight('A'));
  const impact = isChanged ? 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15 : 6.42 * base;
  if (impact <= 0) return 0;
  const ease = 8.22 * weight('AV') * weight('AC') * (privileges[given.get('PR') ?? ''] ?? 0) * weight('UI');
  return Math.ceil(Math.min(10, (isChanged ? 1.08 : 1) * (impact + ease)) * 10) / 10;
}
