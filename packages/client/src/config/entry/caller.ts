import type { EntrySource } from './definition.js';

/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The process that asks. Nothing here reads `process` itself, so a daemon can resolve for the folder and environment of another process. */
export interface Caller {
  readonly cwd: string;
  readonly home: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/** Where configuration is looked for. */
export interface Place extends Caller {
  /** The file of `--config`: it replaces every other. */
  readonly configFile?: string | undefined;
  /** The sources that an entry can name with `use`. */
  readonly sources?: readonly EntrySource[];
  /** False: other clients' files are never read. True: they are read behind own files too. By default own files decide. */
  readonly discover?: boolean | undefined;
}

/** The value of a variable; on Windows case does not count. */
export function variable(caller: Pick<Caller, 'env' | 'platform'>, name: string): string | undefined {
  if (Object.hasOwn(caller.env, name)) return caller.env[name];
  if (caller.platform !== 'win32') return undefined;
  const folded = name.toUpperCase();
  const found = Object.keys(caller.env).find(key => key.toUpperCase() === folded);
  return found === undefined ? undefined : caller.env[found];
}
