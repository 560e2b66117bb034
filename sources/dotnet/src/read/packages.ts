import type { Json, JsonObject } from '@concord/contract';
import { objectsIn, printedObject, textIn } from './packages-json.js';

/** The packages of projects, from `list package --format json`. */
export interface PackageList {
  readonly data: JsonObject;
  /** How many rows the filter left, those that were left out after it included. */
  readonly packageCount: number;
  readonly omittedPackages: number;
  /** What the CLI says is wrong, whatever its exit code. */
  readonly errors: readonly string[];
}

interface Wish {
  /** A part of the id, in any case. */
  readonly filter?: string;
  /** At most so many rows, over all projects. */
  readonly maxResults?: number;
}

/** Reads the JSON of `list package`; undefined when there is none. */
export function readPackages(stdout: string, wish: Wish = {}): PackageList | undefined {
  const printed = printedObject(stdout);
  if (printed === undefined) return undefined;
  const rows = new Rows(wish);
  const projects = objectsIn(printed.projects).map(project => ({
    path: textIn(project.path) ?? '',
    frameworks: objectsIn(project.frameworks).map(each => ({
      framework: textIn(each.framework) ?? '',
      topLevel: rows.of(each.topLevelPackages),
      transitive: rows.of(each.transitivePackages),
    })),
  }));
  return {
    data: { projects },
    packageCount: rows.count,
    omittedPackages: rows.omitted,
    errors: objectsIn(printed.problems)
      .filter(each => each.level === 'error')
      .map(each => textIn(each.text) ?? 'The CLI reported an error without a text'),
  };
}

class Rows {
  count = 0;
  readonly #filter: string;
  readonly #most: number;

  constructor({ filter = '', maxResults = Number.POSITIVE_INFINITY }: Wish) {
    this.#filter = filter.toLowerCase();
    this.#most = maxResults;
  }

  get omitted(): number {
    return Math.max(0, this.count - this.#most);
  }

  of(packages: Json | undefined): JsonObject[] {
    return objectsIn(packages).flatMap(each => {
      const row = rowOf(each);
      if (!row.id.toLowerCase().includes(this.#filter)) return [];
      this.count += 1;
      return this.count > this.#most ? [] : [row];
    });
  }
}

function rowOf(given: JsonObject) {
  const known = {
    requested: textIn(given.requestedVersion),
    resolved: textIn(given.resolvedVersion),
    latest: textIn(given.latestVersion),
    deprecated: deprecation(given),
    vulnerabilities: vulnerabilities(given),
  };
  const present = Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return { id: textIn(given.id) ?? '', ...(Object.fromEntries(present) as JsonObject) };
}

function deprecation({ deprecationReasons, alternativePackage }: JsonObject): JsonObject | undefined {
  if (!Array.isArray(deprecationReasons)) return undefined;
  const [alternative] = objectsIn([alternativePackage]);
  const words =
    alternative && [alternative.id, alternative.versionRange].map(textIn).filter(each => each !== undefined);
  return {
    reasons: deprecationReasons.filter(each => typeof each === 'string'),
    ...(words && { alternative: words.join(' ') }),
  };
}

function vulnerabilities({ vulnerabilities: given }: JsonObject): JsonObject[] | undefined {
  if (!Array.isArray(given)) return undefined;
  return objectsIn(given).map(each => ({
    severity: textIn(each.severity) ?? 'Unknown',
    advisory: textIn(each.advisoryurl) ?? textIn(each.advisoryUrl) ?? '',
  }));
}
