import { compare as comparePython, valid as isPython } from '@renovatebot/pep440';
import semver from 'semver';
import type { Ecosystem } from './package.js';

/** Which of two versions is the later: negative, 0 or positive. Undefined where one of them is none. */
export function compareVersions(ecosystem: Ecosystem, one: string, other: string): number | undefined {
  switch (ecosystem) {
    case 'PyPI':
      return isPython(one) !== null && isPython(other) !== null ? comparePython(one, other) : undefined;
    case 'npm':
    case 'crates.io':
    case 'Go': {
      const [a, b] = [asSemver(one), asSemver(other)];
      return a && b ? semver.compare(a, b) : undefined;
    }
    default:
      return compareParts(one, other);
  }
}

/** Advisories and older files leave out parts: `1.2` is `1.2.0`, `0` the first of all. */
function asSemver(text: string): string | undefined {
  const plain = text.trim().replace(/^[v=]{1,2}/, '');
  if (plain === '0') return '0.0.0-0';
  const match = /^(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?([-+].{0,100})?$/.exec(plain);
  if (!match) return undefined;
  return semver.valid(`${match[1]}.${match[2] ?? 0}.${match[3] ?? 0}${match[4] ?? ''}`) ?? undefined;
}

const qualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const otherNames: Readonly<Record<string, string>> = {
  a: 'alpha',
  b: 'beta',
  m: 'milestone',
  cr: 'rc',
  ga: '',
  final: '',
  release: '',
  preview: 'beta',
  pre: 'beta',
};

/** Versions of Maven and NuGet: numbers and words in turn, words before a release are earlier than it. */
function compareParts(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const result = comparePart(a[at], b[at]);
    if (result !== 0) return result;
  }
  return 0;
}

function partsOf(version: string): (number | string)[] {
  const found: (number | string)[] = [];
  const plain = version.replace(/\+.{0,200}$/, '').toLowerCase();
  for (const [part] of plain.slice(0, 200).matchAll(/\d{1,18}|[a-z]{1,50}/g))
    found.push(/^\d/.test(part) ? Number(part) : (otherNames[part] ?? part));
  while (found.at(-1) === 0 || found.at(-1) === '') found.pop();
  return found;
}

function comparePart(one: number | string | undefined, other: number | string | undefined): number {
  const [a, b] = [one ?? (typeof other === 'number' ? 0 : ''), other ?? (typeof one === 'number' ? 0 : '')];
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number') return 1;
  if (typeof b === 'number') return -1;
  const place = (word: string) => (qualifiers.includes(word) ? qualifiers.indexOf(word) : qualifiers.length);
  return place(a) - place(b) || (a < b ? -1 : a > b ? 1 : 0);
}
