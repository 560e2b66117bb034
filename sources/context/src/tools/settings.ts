/** The settings of a context source. */
export interface ContextSettings {
  /** The folder whose sub-folders are caches; undefined: there is none, and every call says so. */
  readonly root: string | undefined;
  readonly timeoutMs: number;
  readonly maxResultBytes: number;
  readonly maxIndexBytes: number;
  readonly sidecar: 'write' | 'read' | 'off';
  /** Whether results are redacted; then contents no longer match their hashes. */
  readonly redact?: boolean;
  /** Whether tools have the dotted names and the bare results they were first published with. */
  readonly dottedNames?: boolean;
}

/** A setting with an invalid value. */
export class BadSetting extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings an environment asks for. `root` wins over the variable; an empty one is none. */
export function contextSettings(env: Environment, root?: string): ContextSettings {
  return {
    root: root || env.CONTEXT_CACHE_ROOT || undefined,
    timeoutMs: whole(env, 'CONTEXT_TOOL_TIMEOUT_SECS', 30, 1, 86_400) * 1_000,
    maxResultBytes: whole(env, 'CONTEXT_MAX_RESULT_BYTES', 67_108_864, 1, Number.MAX_SAFE_INTEGER),
    maxIndexBytes: whole(env, 'CONTEXT_INDEX_MAX_BYTES', 1_073_741_824, 0, Number.MAX_SAFE_INTEGER),
    sidecar: oneOf(env, 'CONTEXT_SIDECAR', ['write', 'read', 'off']),
  };
}

function whole(env: Environment, name: string, otherwise: number, least: number, most: number): number {
  const text = env[name];
  if (!text) return otherwise;
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new BadSetting(`${name} must be a whole number from ${least} to ${most}`);
}

function oneOf<Word extends string>(env: Environment, name: string, words: readonly [Word, ...Word[]]): Word {
  const text = env[name] || words[0];
  const word = words.find(each => each === text);
  if (word === undefined) throw new BadSetting(`${name} must be one of ${words.join(', ')}`);
  return word;
}
