/** One limit: what it bounds, its default, the variable that sets it, and where it is enforced. */
export interface Limit {
  readonly value: number;
  readonly unit: 'bytes' | 'ms' | 'count';
  readonly variable: string;
  readonly bounds: string;
  readonly enforcedIn: string;
}

/** Every limit of a call, as data. `docs/limits.md` is made from this table. */
export const limitTable = {
  callTimeoutMs: {
    value: 300_000,
    unit: 'ms',
    variable: 'CONCORD_CALL_TIMEOUT_MS',
    bounds: 'the running time of a call whose tool and caller name no other',
    enforcedIn: 'run',
  },
  cancelGraceMs: {
    value: 2_000,
    unit: 'ms',
    variable: 'CONCORD_CANCEL_GRACE_MS',
    bounds: 'the time a cancelled or late tool has to end by itself and hand over partial output',
    enforcedIn: 'run',
  },
  maxArgumentBytes: {
    value: 10_485_760,
    unit: 'bytes',
    variable: 'CONCORD_MAX_ARGUMENT_BYTES',
    bounds: 'the arguments of a call',
    enforcedIn: 'validate',
  },
  maxArgumentProblems: {
    value: 100,
    unit: 'count',
    variable: 'CONCORD_MAX_ARGUMENT_PROBLEMS',
    bounds: 'the problems reported for the arguments of one call',
    enforcedIn: 'validate',
  },
  maxDepth: {
    value: 256,
    unit: 'count',
    variable: 'CONCORD_MAX_DEPTH',
    bounds: 'the nesting of arguments, of schemas and of returned data',
    enforcedIn: 'validate, settle',
  },
  maxSchemaNodes: {
    value: 20_000,
    unit: 'count',
    variable: 'CONCORD_MAX_SCHEMA_NODES',
    bounds: 'the values in one input schema',
    enforcedIn: 'validate',
  },
  maxProblems: {
    value: 1_000,
    unit: 'count',
    variable: 'CONCORD_MAX_PROBLEMS',
    bounds: 'the problems of one failure',
    enforcedIn: 'bound',
  },
  maxOutputBytes: {
    value: 10_485_760,
    unit: 'bytes',
    variable: 'MCPBASH_MAX_TOOL_OUTPUT_SIZE',
    bounds: 'the output of a call: everything its outcome holds, text and data that say the same once',
    enforcedIn: 'bound',
  },
  maxStderrBytes: {
    value: 10_485_760,
    unit: 'bytes',
    variable: 'MCPBASH_MAX_TOOL_STDERR_SIZE',
    bounds: 'what a child process may write to stderr',
    enforcedIn: 'child processes',
  },
  upstreamRetryMs: {
    value: 1_000,
    unit: 'ms',
    variable: 'CONCORD_UPSTREAM_RETRY_MS',
    bounds:
      'the wait before an upstream server that is down is tried again; doubled each time, up to sixty times as long',
    enforcedIn: 'mcp serve',
  },
  upstreamWaitMs: {
    value: 10_000,
    unit: 'ms',
    variable: 'CONCORD_UPSTREAM_WAIT_MS',
    bounds: 'the time a call waits for an upstream server that is being reached again; then it fails, not started',
    enforcedIn: 'mcp serve',
  },
  upstreamPingMs: {
    value: 15_000,
    unit: 'ms',
    variable: 'CONCORD_UPSTREAM_PING_MS',
    bounds: 'the time between two pings of an upstream server while calls wait for it; 0: it is never pinged',
    enforcedIn: 'mcp serve',
  },
  upstreamSilenceMs: {
    value: 30_000,
    unit: 'ms',
    variable: 'CONCORD_UPSTREAM_SILENCE_MS',
    bounds: 'the time an upstream server may leave a ping unanswered; then it is ended and started anew',
    enforcedIn: 'mcp serve',
  },
  recordFileBytes: {
    value: 4_194_304,
    unit: 'bytes',
    variable: 'CONCORD_RECORD_FILE_BYTES',
    bounds: 'the file of call records before it is rotated; one older file is kept',
    enforcedIn: 'record',
  },
  maxQueuedRecords: {
    value: 10_000,
    unit: 'count',
    variable: 'CONCORD_MAX_QUEUED_RECORDS',
    bounds: 'the records waiting to be written; later ones are dropped',
    enforcedIn: 'record',
  },
} as const satisfies Record<string, Limit>;

export type Limits = { readonly [Name in keyof typeof limitTable]: number };

/** The limits in force for an environment. A variable that is no plain non-negative integer is told to `warn`, and the default holds. */
export function readLimits(env: Readonly<Record<string, string | undefined>>, warn: (message: string) => void): Limits {
  const entries = Object.entries(limitTable).map(([name, limit]) => [name, readLimit(limit, env, warn)]);
  return Object.fromEntries(entries) as Limits;
}

function readLimit(limit: Limit, env: Readonly<Record<string, string | undefined>>, warn: (message: string) => void) {
  const given = env[limit.variable];
  if (given === undefined || given === '') return limit.value;
  if (/^[0-9]{1,15}$/.test(given)) return Number(given);
  warn(`${limit.variable} must be a plain non-negative integer; using the default ${limit.value}`);
  return limit.value;
}

/** The limits where no environment says otherwise. */
export const defaultLimits: Limits = readLimits({}, () => {});
