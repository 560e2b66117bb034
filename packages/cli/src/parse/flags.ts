/** One flag: how it is written and what it is for. */
export interface Flag {
  readonly short?: string;
  /** What its value is called in help; a flag without one is a switch. */
  readonly value?: string;
  /** Taken when the flag stands without a value. */
  readonly otherwise?: string;
  readonly repeatable?: boolean;
  readonly help: string;
}

/** Flags of every command. */
export const sharedFlags = {
  json: { help: 'print one JSON document' },
  compact: { help: 'print JSON on one line' },
  config: { short: 'c', value: 'FILE', help: 'use this configuration file and no other' },
  'no-discover': { help: 'never read the files of other clients' },
  trust: { help: 'use servers of the project without asking, this once' },
  timeout: { value: 'TIME', help: 'milliseconds, or with a unit: 500ms, 30s, 5m; 0 is no limit' },
  retries: { value: 'N', help: 'how often to try again (default 3, 0 is off)' },
  concurrency: { value: 'N', help: 'how many servers to reach at once (default 8)' },
  protocol: { value: 'P', help: 'auto, handshake or 2026-07-28' },
  dialect: { value: 'NAME', help: 'contract-v1, envelope-v1, error-v0, cli or text' },
  header: { value: "'NAME: VALUE'", repeatable: true, help: 'send this header to the target' },
  env: { value: 'NAME[=VALUE]', repeatable: true, help: 'give this variable to the target' },
  cwd: { value: 'DIR', help: 'start a server given on the command line in this folder' },
  'allow-http': { help: 'allow plain http to hosts that are not this machine' },
  'server-logs': { help: "show the server's stderr" },
  quiet: { short: 'q', help: 'say less on stderr' },
  verbose: { short: 'v', help: 'say more on stderr' },
  version: { short: 'V', help: 'print the version' },
  help: { short: 'h', help: 'show help' },
} as const satisfies Record<string, Flag>;

/** Flags that only some commands have. */
export const ownFlags = {
  full: { help: 'show everything there is to know' },
  strict: { help: 'fail when any server fails' },
  describe: { short: 'd', help: 'print whole descriptions' },
  'dry-run': { help: 'check the arguments and print them, without calling' },
  'unsafe-output': { help: 'print secrets as they are' },
  in: { value: 'FIELDS', help: 'where to look: name,description' },
  limit: { value: 'N', help: 'show at most so many' },
  output: { short: 'o', value: 'FILE', help: 'write the contents to this file' },
  failed: { help: 'only calls that failed' },
  server: { value: 'NAME', help: 'only calls of this server' },
  all: { help: 'all of them' },
  http: {
    value: 'HOST:PORT',
    otherwise: '127.0.0.1:7332',
    help: 'serve over HTTP; 127.0.0.1:7332 unless said otherwise, port 0 picks one',
  },
  'allow-host': { value: 'NAME', repeatable: true, help: 'accept this Host header too' },
  'allow-origin': { value: 'ORIGIN', repeatable: true, help: 'accept this Origin too' },
  'dotted-names': { help: 'publish the dotted spelling of tools that have one' },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof sharedFlags | keyof typeof ownFlags;

/** What was given, by name: text for a flag with a value, all texts for a repeatable one, true for a switch. */
export type Flags = { readonly [Name in FlagName]?: string | readonly string[] | true };
