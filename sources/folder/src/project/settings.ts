import { isOn } from '@concord/engine';

type Environment = Readonly<Record<string, string | undefined>>;

/** A setting with which a project cannot be served. `hint` says what to do. */
export class BadFolderSetting extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** The settings of a project, read from the environment. For a number, 0 means its default unless noted otherwise. */
export interface FolderSettings {
  /** The environment it was read from, without tokens. */
  readonly env: Environment;
  readonly registryMaxBytes: number;
  readonly staticRegistry: boolean;
  /** The shortest of the TTLs, for where files cannot be watched. */
  readonly pollSecs: number;
  readonly registerMaxBytes: number;
  readonly hookMaxBytes: number;
  readonly allowHooks: boolean;
  readonly maxOutputBytes: number;
  readonly maxStderrBytes: number;
  readonly maxResourceBytes: number;
  /** Arguments longer than this go through a file; 0: always. */
  readonly payloadThreshold: number;
  readonly timeoutSecs: number;
  readonly progressExtendsTimeout: boolean;
  readonly maxTimeoutSecs: number;
  readonly captureStderr: boolean;
  readonly stderrTailBytes: number;
  readonly streamStderr: boolean;
  readonly traceTools: boolean;
  readonly traceMaxBytes: number;
  readonly debugErrors: boolean;
  /** 0 is off. */
  readonly resourcePollSecs: number;
  readonly temporaryRoot: string | undefined;
}

/** Reads the settings of a project. A value that cannot be used is replaced by its default, with a warning. */
export function folderSettings(env: Environment, warn: (message: string) => void): FolderSettings {
  const integer = (name: string, otherwise: number, zero = otherwise): number => {
    const given = env[name];
    if (given === undefined || given === '') return otherwise;
    if (!/^\d{1,15}$/.test(given)) {
      warn(`${name} must be a whole number; ${otherwise} is used`);
      return otherwise;
    }
    return Number(given) === 0 ? zero : Number(given);
  };
  const maxOutputBytes = integer('MCPBASH_MAX_TOOL_OUTPUT_SIZE', 10_485_760);
  return {
    env: withoutTokens(env),
    registryMaxBytes: integer('MCPBASH_REGISTRY_MAX_BYTES', 104_857_600),
    staticRegistry: isOn(env.MCPBASH_STATIC_REGISTRY),
    pollSecs: Math.min(...pollVariables.map(name => integer(name, 5))),
    registerMaxBytes: integer('MCPBASH_MAX_MANUAL_REGISTRY_BYTES', 1_048_576),
    hookMaxBytes: integer('MCPBASH_MANUAL_BUFFER_MAX_BYTES', 1_048_576),
    allowHooks: isOn(env.MCPBASH_ALLOW_PROJECT_HOOKS),
    maxOutputBytes,
    maxStderrBytes: integer('MCPBASH_MAX_TOOL_STDERR_SIZE', maxOutputBytes),
    maxResourceBytes: integer('MCPBASH_MAX_RESOURCE_BYTES', maxOutputBytes),
    payloadThreshold: integer('MCPBASH_ENV_PAYLOAD_THRESHOLD', 65_536, 0),
    timeoutSecs: integer('MCPBASH_DEFAULT_TOOL_TIMEOUT', 30),
    progressExtendsTimeout: isOn(env.MCPBASH_PROGRESS_EXTENDS_TIMEOUT),
    maxTimeoutSecs: integer('MCPBASH_MAX_TIMEOUT_SECS', 600),
    captureStderr: env.MCPBASH_TOOL_STDERR_CAPTURE ? isOn(env.MCPBASH_TOOL_STDERR_CAPTURE) : true,
    stderrTailBytes: integer('MCPBASH_TOOL_STDERR_TAIL_LIMIT', 4096),
    streamStderr: isOn(env.MCPBASH_TOOL_STREAM_STDERR),
    traceTools: isOn(env.MCPBASH_TRACE_TOOLS),
    traceMaxBytes: integer('MCPBASH_TRACE_MAX_BYTES', 1_048_576),
    debugErrors: isOn(env.MCPBASH_DEBUG_ERRORS),
    resourcePollSecs: integer('MCPBASH_RESOURCES_POLL_INTERVAL_SECS', 2, 0),
    temporaryRoot: env.MCPBASH_TMP_ROOT || undefined,
  };
}

const pollVariables = [
  'MCP_TOOLS_TTL',
  'MCP_RESOURCES_TTL',
  'MCP_RESOURCES_TEMPLATES_TTL',
  'MCP_PROMPTS_TTL',
  'MCPBASH_REGISTER_TTL',
] as const;

/** Names whose values no tool, provider or hook may ever see. */
export function isToken(name: string): boolean {
  return /^(?:MCP|MCPBASH|CONCORD)_/.test(name) && /(?:TOKEN|SECRET|PASSWORD|CREDENTIALS)$/.test(name);
}

function withoutTokens(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isToken(name)));
}
