/** Providers that every project has. */
export const builtInNames = ['file', 'https', 'git', 'echo'] as const;

/** The scheme of a URI in small letters; undefined for what is no URI. */
export function schemeOf(uri: string): string | undefined {
  return /^([A-Za-z][A-Za-z0-9+.-]{0,63}):/.exec(uri)?.[1]?.toLowerCase();
}

/** Names under which the provider of a URI is looked up, the nearest first. */
export function providerNames(uri: string): readonly string[] {
  const scheme = schemeOf(uri);
  if (scheme === undefined) return [];
  return scheme === 'git+https' ? [scheme, 'git'] : [scheme];
}
