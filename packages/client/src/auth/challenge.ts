/** What a server asks for in a 401 or 403. */
export interface Challenge {
  readonly status: 401 | 403;
  /** The address of its resource metadata, if it names one. */
  readonly resourceMetadata?: URL;
  /** The scopes it asks for, separated by blanks. */
  readonly scope?: string;
}

const parameter = /([a-z_]{1,40}) {0,4}= {0,4}(?:"((?:[^"\\]|\\.){0,4096})"|([^\s,"]{1,2048}))/gi;

/** The challenge in an answer: any 401, and a 403 that asks for more scopes. */
export function challengeOf(response: Pick<Response, 'status' | 'headers'>): Challenge | undefined {
  const { status } = response;
  if (status !== 401 && status !== 403) return undefined;
  const found = bearerParameters(response.headers.get('www-authenticate') ?? '');
  if (status === 403 && found.get('error') !== 'insufficient_scope') return undefined;
  const [metadata, scope] = [found.get('resource_metadata'), found.get('scope')];
  return {
    status,
    ...(metadata !== undefined && URL.canParse(metadata) && { resourceMetadata: new URL(metadata) }),
    ...(scope && { scope }),
  };
}

/** The parameters behind `Bearer`, wherever it stands among the schemes. */
function bearerParameters(header: string): ReadonlyMap<string, string> {
  const start = /(?:^|[,\s])bearer\s/i.exec(header);
  if (start === null) return new Map();
  const found = new Map<string, string>();
  for (const [, name, quoted, bare] of header.slice(start.index).matchAll(parameter)) {
    // The first value of a name is taken: later ones may belong to another scheme.
    if (!found.has(name!.toLowerCase())) found.set(name!.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? bare!);
  }
  return found;
}

/** All scopes of the given texts, each once, in the order they come; undefined when there are none. */
export function allScopes(...texts: readonly (string | undefined)[]): string | undefined {
  const scopes = new Set(texts.flatMap(text => text?.split(/\s/) ?? []).filter(Boolean));
  return scopes.size > 0 ? [...scopes].join(' ') : undefined;
}

/** True when every scope of `asked` is among `granted`. */
export function covers(granted: string | undefined, asked: string | undefined): boolean {
  const held = new Set(granted?.split(/\s/));
  return (asked?.split(/\s/) ?? []).filter(Boolean).every(scope => held.has(scope));
}
