/** Names of variables that every program may see: where things are, language, time zone, proxies, certificates. */
export const basicEnvironment: readonly string[] = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_*', 'TZ', 'TMPDIR'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'],
];

/** Those, and the variables for proxies and certificates that single programs read. */
export const defaultAllowedEnvironment: readonly string[] = [
  ...basicEnvironment,
  ...['FTP_PROXY', 'ALL_PROXY', 'ftp_proxy', 'all_proxy'],
  ...['CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE', 'GIT_SSL_CAINFO'],
];

/** The variables of `env` whose name is in `allow`, or begins with an entry that ends in `*`. Case counts. */
export function allowedEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  allow: readonly string[] = defaultAllowedEnvironment,
): Record<string, string> {
  const names = new Set(allow.filter(entry => !entry.endsWith('*')));
  const prefixes = allow.filter(entry => entry.endsWith('*')).map(entry => entry.slice(0, -1));
  const isAllowed = (name: string): boolean => names.has(name) || prefixes.some(prefix => name.startsWith(prefix));
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && isAllowed(entry[0])),
  );
}
