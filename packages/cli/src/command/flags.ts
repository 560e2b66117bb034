/** What the value of a flag can be. */
export type ValueKind = 'duration' | 'seconds' | 'count' | 'positive' | 'size';

/** One flag: how it is written and what it is for. */
export interface Flag {
  readonly short?: string;
  /** What its value is called in help; a flag without one is a switch. */
  readonly value?: string;
  /** What a value must be. */
  readonly kind?: ValueKind;
  /** The only values there are. */
  readonly choices?: readonly string[];
  /** Taken when the flag stands without a value. */
  readonly otherwise?: string;
  /** Which next words are its value where it may stand alone; otherwise addresses. */
  readonly mayBe?: RegExp;
  /** What holds without the flag and its variable. */
  readonly standard?: string;
  readonly repeatable?: boolean;
  /** The variable that says the same; for a switch, 1 is on. */
  readonly variable?: string;
  readonly help: string;
}

/** Flags of every command. */
export const sharedFlags = {
  json: { help: 'print one JSON document' },
  compact: { help: 'print JSON on one line' },
  config: { short: 'c', value: 'FILE', help: 'use this configuration file and no other' },
  'no-discover': { help: 'never read the files of other clients' },
  trust: { variable: 'MCP_TRUST', help: 'use servers of the project without asking, this once' },
  timeout: {
    value: 'TIME',
    kind: 'duration',
    variable: 'MCP_TIMEOUT',
    help: 'milliseconds, or with a unit: 500ms, 30s, 5m; 0 is no limit (default 300 s to call, 60 s a server to list)',
  },
  retries: { value: 'N', kind: 'count', variable: 'MCP_RETRIES', help: 'how often to try again (default 3, 0 is off)' },
  concurrency: {
    value: 'N',
    kind: 'positive',
    variable: 'MCP_CONCURRENCY',
    help: 'how many servers to reach at once (default 8)',
  },
  protocol: {
    value: 'P',
    choices: ['auto', 'handshake', '2026-07-28'],
    help: 'auto, handshake or 2026-07-28',
  },
  dialect: {
    value: 'NAME',
    choices: ['contract-v1', 'envelope-v1', 'error-v0', 'cli', 'text'],
    help: 'how a call, or any failure, is written: contract-v1, envelope-v1, error-v0, cli or text',
  },
  'no-daemon': { variable: 'MCP_NO_DAEMON', help: 'do not use servers that are kept warm' },
  'wait-exit': { help: 'wait until the server has ended' },
  'server-logs': { help: "show the server's stderr" },
  header: { value: "'NAME: VALUE'", repeatable: true, help: 'send this header to the target' },
  env: { value: 'NAME[=VALUE]', repeatable: true, help: 'give this variable to the target' },
  cwd: { value: 'DIR', help: 'start a server given on the command line in this folder' },
  'allow-http': { help: 'allow plain http to hosts that are not this machine' },
  color: { value: 'WHEN', choices: ['auto', 'always', 'never'], help: 'auto, always or never' },
  quiet: { short: 'q', help: 'print no notes, warnings and progress on stderr' },
  verbose: { short: 'v', help: 'say more on stderr: connections, logs, progress, stray output' },
  version: { short: 'V', help: 'print the version' },
  help: { short: 'h', help: 'show help' },
} as const satisfies Record<string, Flag>;

/** Flags that only some commands have. */
export const ownFlags = {
  full: { help: 'show everything there is to know' },
  strict: { help: 'fail when any server fails, or on any warning' },
  describe: { short: 'd', help: 'print whole descriptions and a line for each parameter' },
  'dry-run': { help: 'check and print what would be done, without doing it' },
  'no-validate': { help: 'send the arguments without checking them' },
  'max-bytes': {
    value: 'N',
    kind: 'size',
    variable: 'MCP_MAX_BYTES',
    standard: '24m',
    help: 'print at most so many bytes (10k, 1m; 24m when left out); the whole goes to a file',
  },
  save: { value: 'DIR', help: 'write images, audio and other data to files in this folder' },
  'idempotency-key': {
    value: 'KEY',
    help: 'have the call take effect once under this key, however often it is made; for servers that keep a ledger',
  },
  'unsafe-output': { help: 'print secrets as they are' },
  in: { value: 'FIELDS', help: 'where to look: name,description,parameters,title' },
  regex: { short: 'E', help: 'the pattern is a regular expression' },
  limit: { value: 'N', kind: 'count', help: 'show at most so many' },
  output: { short: 'o', value: 'FILE', help: 'write the contents to this file' },
  failed: { help: 'only calls that failed' },
  server: { value: 'NAME', help: 'only calls of this server' },
  all: { help: 'all of them' },
  'no-browser': { help: 'print the address of the page to sign in on, and take the one it leads back to' },
  force: { help: 'do not wait for calls that are under way; replace what is there' },
  http: {
    value: 'HOST:PORT',
    otherwise: '127.0.0.1:7332',
    help: 'serve over HTTP; 127.0.0.1:7332 unless said otherwise, port 0 picks one',
  },
  'allow-host': { value: 'NAME', repeatable: true, help: 'accept this Host header too' },
  'allow-origin': { value: 'ORIGIN', repeatable: true, help: 'accept this Origin too' },
  store: {
    value: 'URL',
    variable: 'CONCORD_STORE',
    help: 'where callers, records, large results and the ledger are kept: memory, sqlite:PATH or postgres://…; over HTTP a file of this user unless said otherwise',
  },
  advertise: {
    value: 'URL',
    help: 'where other replicas on the same store reach this one, such as http://10.0.0.5:7332',
  },
  'drain-seconds': {
    value: 'N',
    kind: 'count',
    help: 'how long calls that run may take to finish when the server is told to end; 20 with a store that replicas share, otherwise 0',
  },
  tokens: { help: 'let callers in who have a token of `mcp token create`' },
  'jwt-issuer': { value: 'URL', help: 'let callers in who have a signed token of this issuer' },
  'jwt-audience': { value: 'NAME', help: 'for whom such tokens must be made' },
  jwks: { value: 'FILE|URL', help: "the issuer's keys; the issuer is asked for them otherwise" },
  'read-only': { help: 'only tools that say that they change nothing' },
  audit: {
    value: 'WHAT',
    choices: ['writes', 'all'],
    otherwise: 'writes',
    mayBe: /^(?:writes|all)$/,
    help: 'keep records that can be proven; answers of writes (or of all) wait for theirs',
  },
  metrics: {
    value: 'HOST:PORT',
    otherwise: 'here',
    help: 'figures for Prometheus at /metrics, here or at an address of their own',
  },
  otlp: { value: 'URL', help: 'send a span for each call to this collector (OTLP over HTTP)' },
  discover: {
    value: 'HOW',
    choices: ['list', 'search'],
    help: 'search: publish tools_search, tools_describe and tools_call in place of all tools',
  },
  root: {
    value: 'DIR',
    help: 'the folder of caches of the context source; the folder the dotnet and code sources work in and may not leave',
  },
  write: { help: 'let the code source change files' },
  tier: {
    value: 'TIER',
    choices: ['community', 'pro', 'enterprise'],
    help: 'the tier of the code source: community, pro or enterprise',
  },
  advisories: { value: 'DIR', help: 'a folder of OSV advisories that the code source checks dependencies against' },
  redact: { help: 'redact results of the context source too' },
  'dotted-names': { help: 'publish the dotted spelling of tools that have one' },
  'project-root': {
    value: 'DIR',
    help: 'the folder of the project; the nearest one around the working directory otherwise',
  },
  name: { value: 'NAME', help: "what the server is called (default: the folder's name)" },
  'no-hello': { help: 'make no tool that greets' },
  lang: {
    value: 'LANGUAGE',
    choices: ['sh', 'bash', 'python', 'js', 'ts'],
    help: 'sh (default), bash, python, js or ts',
  },
  fix: { help: 'set execute bits and permissions that are wrong' },
  'explain-defaults': { help: 'say where the name, title and version come from' },
  args: { value: 'JSON', help: 'the arguments: a JSON object, @FILE, or - for standard input' },
  roots: { value: 'DIR,DIR', help: 'the folders the call may work in' },
  'print-env': { help: 'print the variables the tool would get, secrets masked, without calling' },
  allow: { value: 'TOOL', repeatable: true, help: 'allow this tool although a list does not' },
  'allow-self': { help: 'allow the tool that is run' },
  'allow-all': { help: 'allow every tool' },
  'with-server-env': { help: 'load server.d/env.sh first' },
  source: { value: 'FILE', repeatable: true, help: 'load this shell file first' },
  filter: { value: 'PATH', help: 'only what lies at this path of the project' },
  'no-write': { help: 'build and report, and write nothing' },
  wrapper: { help: 'print a shell script that serves the project' },
  inspector: { help: 'print the command that opens the project in the MCP Inspector' },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof sharedFlags | keyof typeof ownFlags;

/** The flags of `mcp list` and `mcp call`, whose servers are started before the commands are loaded. */
export const listFlags = ['describe', 'full', 'strict'] as const satisfies readonly FlagName[];
export const callFlags = [
  'full',
  'dry-run',
  'no-validate',
  'max-bytes',
  'save',
  'output',
  'unsafe-output',
  'idempotency-key',
] as const satisfies readonly FlagName[];

/** Every flag by its name. */
export const flagTable: Readonly<Record<string, Flag>> = { ...sharedFlags, ...ownFlags };

/** The given flags by name: text for a flag with a value, a list for a repeatable one, true for a switch. */
export type Flags = { readonly [Name in FlagName]?: string | readonly string[] | true };
