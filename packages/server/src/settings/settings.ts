type Environment = Readonly<Record<string, string | undefined>>;

/** A whole number from the environment: its variable, its default, and the range that makes sense. */
interface NumberSetting {
  readonly variable: string;
  readonly value: number;
  readonly least?: number;
  readonly most?: number;
  /** 0 means the default, without a warning. */
  readonly zeroIsDefault?: boolean;
}

/** The longest time a timer can be set to. */
const LONGEST_SECONDS = 2_147_483;

/** Every number an operator can set, as data. */
export const numberSettings = {
  maxLineBytes: { variable: 'CONCORD_MAX_LINE_BYTES', value: 10_485_760, least: 1 },
  maxBodyBytes: { variable: 'CONCORD_HTTP_MAX_BODY', value: 10_485_760, least: 1 },
  maxSessions: { variable: 'CONCORD_HTTP_MAX_SESSIONS', value: 256, least: 1 },
  maxSessionsPerAddress: { variable: 'CONCORD_HTTP_MAX_SESSIONS_PER_ADDRESS', value: 192, least: 1 },
  sessionIdleSeconds: { variable: 'CONCORD_HTTP_SESSION_IDLE', value: 1_800, least: 1 },
  pageSize: { variable: 'CONCORD_PAGE_SIZE', value: 200, least: 1, most: 1_000 },
  drainSeconds: { variable: 'CONCORD_EOF_DRAIN_SECS', value: 30, most: LONGEST_SECONDS },
  maxConcurrentRequests: { variable: 'MCPBASH_MAX_CONCURRENT_REQUESTS', value: 16, least: 1 },
  maxUpstreamRequests: { variable: 'CONCORD_MAX_UPSTREAM_REQUESTS', value: 256, least: 1 },
  maxUpstreamWaiting: { variable: 'CONCORD_MAX_UPSTREAM_WAITING', value: 64 },
  maxResponseBytes: { variable: 'MCPBASH_MAX_TOOL_OUTPUT_SIZE', value: 10_485_760, least: 1 },
  maxListBytes: { variable: 'MCPBASH_REGISTRY_MAX_BYTES', value: 104_857_600, least: 1 },
  shutdownSeconds: {
    variable: 'MCPBASH_SHUTDOWN_TIMEOUT',
    value: 5,
    least: 1,
    most: LONGEST_SECONDS,
    zeroIsDefault: true,
  },
  idleSeconds: { variable: 'MCPBASH_IDLE_TIMEOUT', value: 3_600 },
  orphanCheckSeconds: { variable: 'MCPBASH_ORPHAN_CHECK_INTERVAL', value: 30, least: 1, most: LONGEST_SECONDS },
  corruptionWindowSeconds: { variable: 'MCPBASH_CORRUPTION_WINDOW', value: 60 },
  corruptionThreshold: { variable: 'MCPBASH_CORRUPTION_THRESHOLD', value: 3 },
  maxProgressPerMinute: { variable: 'MCPBASH_MAX_PROGRESS_PER_MIN', value: 100 },
  subscribeSeconds: { variable: 'MCPBASH_DEFAULT_SUBSCRIBE_TIMEOUT', value: 120, least: 1, most: LONGEST_SECONDS },
  elicitationSeconds: { variable: 'MCPBASH_ELICITATION_TIMEOUT', value: 30, least: 1, most: LONGEST_SECONDS },
  rootsSeconds: { variable: 'MCPBASH_ROOTS_REQUEST_TIMEOUT', value: 5, least: 1, most: LONGEST_SECONDS },
  maxTokenFailuresPerMinute: { variable: 'MCPBASH_REMOTE_TOKEN_MAX_FAILURES_PER_MIN', value: 10 },
} as const satisfies Record<string, NumberSetting>;

/** Switches, off unless said otherwise. */
export const switchSettings = {
  direct: { variable: 'CONCORD_DIRECT', value: true },
  upstreamInstructions: { variable: 'CONCORD_UPSTREAM_INSTRUCTIONS', value: true },
  idleExit: { variable: 'MCPBASH_IDLE_TIMEOUT_ENABLED', value: true },
  orphanExit: { variable: 'MCPBASH_ORPHAN_CHECK_ENABLED', value: true },
  allowCorruptStdout: { variable: 'MCPBASH_ALLOW_CORRUPT_STDOUT', value: false },
  minimal: { variable: 'MCPBASH_FORCE_MINIMAL', value: false },
  compatBatches: { variable: 'MCPBASH_COMPAT_BATCHES', value: false },
  logVerbose: { variable: 'MCPBASH_LOG_VERBOSE', value: false },
  ciMode: { variable: 'MCPBASH_CI_MODE', value: false },
} as const satisfies Record<string, { readonly variable: string; readonly value: boolean }>;

export type Settings = { readonly [Name in keyof typeof numberSettings]: number } & {
  readonly [Name in keyof typeof switchSettings]: boolean;
} & {
  /** Per request and minute; follows the progress limit unless set. */
  readonly maxLogsPerMinute: number;
  /** `none` leaves cancelled requests unanswered. */
  readonly cancelResponse: 'error' | 'none';
  readonly logLevel: string;
  /** The token every stdio request must carry, when there is one. */
  readonly remoteToken: string | undefined;
  readonly remoteTokenKeys: readonly string[];
  /** The bearer token of HTTP, when there is one. */
  readonly httpToken: string | undefined;
  /** The keys sessions are sealed with, as they were given. */
  readonly sessionKeys: string | undefined;
};

/** Variables that hold tokens and passwords: read once, then taken out of the environment that tools could see. */
export const tokenVariables = [
  'MCPBASH_REMOTE_TOKEN',
  'CONCORD_HTTP_TOKEN',
  'CONCORD_STORE',
  'CONCORD_SESSION_KEYS',
] as const;

/** The settings in force for an environment. Each unusable one is told to `warn` by name, and its default holds. */
export function readSettings(env: Environment, warn: (message: string) => void): Settings {
  const numbers = mapValues(numberSettings, setting => readNumber(setting, env, warn));
  const switches = mapValues(switchSettings, ({ variable, value }) => readSwitch(env[variable], value));
  if (env.MCPBASH_TRANSPORT && env.MCPBASH_TRANSPORT !== 'stdio')
    warn('MCPBASH_TRANSPORT has no effect: use --http to serve over HTTP');
  const logs = { variable: 'MCPBASH_MAX_LOGS_PER_MIN', value: numbers.maxProgressPerMinute! };
  return {
    ...(numbers as { [Name in keyof typeof numberSettings]: number }),
    ...(switches as { [Name in keyof typeof switchSettings]: boolean }),
    maxLogsPerMinute: readNumber(logs, env, warn),
    cancelResponse: env.MCPBASH_CANCEL_RESPONSE === 'none' ? 'none' : 'error',
    logLevel: env.MCPBASH_LOG_LEVEL || env.MCPBASH_LOG_LEVEL_DEFAULT || 'info',
    remoteToken: env.MCPBASH_REMOTE_TOKEN || undefined,
    remoteTokenKeys: [
      env.MCPBASH_REMOTE_TOKEN_KEY || 'mcpbash/remoteToken',
      env.MCPBASH_REMOTE_TOKEN_FALLBACK_KEY || 'remoteToken',
    ],
    httpToken: env.CONCORD_HTTP_TOKEN || env.MCPBASH_REMOTE_TOKEN || undefined,
    sessionKeys: env.CONCORD_SESSION_KEYS || undefined,
  };
}

const secrets = new WeakMap<Settings, readonly string[]>();

/** The tokens among the settings: they show up nowhere. */
export function secretsOf(settings: Settings): readonly string[] {
  const known = secrets.get(settings);
  if (known) return known;
  const { remoteToken, httpToken, sessionKeys } = settings;
  const tokens = [remoteToken, httpToken, ...(sessionKeys?.split(',').map(key => key.trim()) ?? [])];
  const found = [...new Set(tokens.filter(token => token !== undefined && token !== ''))] as string[];
  secrets.set(settings, found);
  return found;
}

function readNumber(setting: NumberSetting, env: Environment, warn: (message: string) => void): number {
  const { variable, value, least = 0, most = Number.MAX_SAFE_INTEGER } = setting;
  const given = env[variable];
  if (given === undefined || given === '' || (setting.zeroIsDefault && given === '0')) return value;
  const number = /^[0-9]{1,15}$/.test(given) ? Number(given) : Number.NaN;
  if (number >= least && number <= most) return number;
  const range = setting.most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
  warn(`${variable} must be a whole number ${range}; using the default ${value}`);
  return value;
}

/** `true`, `1`, `yes` and `on` in any case are true; anything else is false. */
function readSwitch(given: string | undefined, value: boolean): boolean {
  return given === undefined || given === '' ? value : /^(?:true|1|yes|on)$/i.test(given);
}

function mapValues<In, Out>(table: Readonly<Record<string, In>>, map: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, map(value)]));
}
