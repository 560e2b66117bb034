/** Names of the built-in providers. */
export const builtInNames = ['file', 'https', 'git', 'echo'] as const;

/** The scheme of a URI in lower case; undefined for what is not a URI. */
export function schemeOf(uri: string): string | undefined {
  return /^([A-Za-z][A-Za-z0-9+.-]{0,63}):/.exec(uri)?.[1]?.toLowerCase();
}

/** Provider names for a URI, in the order in which they are looked up. */
export function providerNames(uri: string): readonly string[] {
  const scheme = schemeOf(uri);
  if (scheme === undefined) return [];
  return scheme === 'git+https' ? [scheme, 'git'] : [scheme];
}
