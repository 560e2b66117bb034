type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that the environment names for an address; undefined when it is reached directly. */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const named = url.protocol === 'https:' ? given(env, 'https_proxy') : given(env, 'http_proxy');
  if (named === undefined || isExempt(url, given(env, 'no_proxy') ?? '')) return undefined;
  const text = /^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(named) ? named : `http://${named}`;
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** The lower-case spelling wins, as in other programs; an empty variable counts as unset. */
function given(env: Environment, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}

/** True when a list such as `localhost,.example.com,10.0.0.1:8080` names the host, a domain above it, or everything. */
function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list.split(/[,\s]/).some(item => {
    // An address of the newer kind is full of colons, none of which comes before a port.
    if (item === '*' || item.replace(/^\[|\]$/g, '').toLowerCase() === host) return true;
    const [, name = '', itsPort] = /^\[?([^[\]]{1,255}?)\]?(?::(\d{1,5}))?$/.exec(item.toLowerCase()) ?? [];
    const domain = name.replace(/^\*?\./, '');
    if (domain === '' || (itsPort !== undefined && itsPort !== port)) return false;
    return host === domain || host.endsWith(`.${domain}`);
  });
}
