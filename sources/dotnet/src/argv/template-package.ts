import type { Json } from '@concord/contract';

/** A template package as it was named: a path, or an id that may have a version. */
export type TemplatePackage = { readonly path: string } | { readonly id: string; readonly version?: string };

const NAMED = /^([A-Za-z0-9_.-]{1,100}?)(?:(?:@|::)([0-9A-Za-z.*+-]{1,64}))?$/;

/** What names a template package; undefined for what cannot. */
export function templatePackage(given: string): TemplatePackage | undefined {
  if (isPathLike(given)) return { path: given };
  const [, id, version] = NAMED.exec(given) ?? [];
  if (id === undefined) return undefined;
  return version === undefined ? { id } : { id, version };
}

/** The token that installs it, with the version from wherever it was given. */
export function templatePackageToken(given: Json | undefined, version: Json | undefined): readonly string[] {
  if (typeof given !== 'string') return [];
  const named = templatePackage(given);
  if (named === undefined || 'path' in named) return [given];
  const wanted = named.version ?? version;
  return [typeof wanted === 'string' ? `${named.id}@${wanted}` : named.id];
}

function isPathLike(given: string): boolean {
  return /[/\\]/.test(given) || given.startsWith('.') || /\.nupkg$/i.test(given);
}
