import { isJsonObject, type Json } from '@concord/contract';

/** A command that the daemon is to run: its arguments, and the environment, folder and terminal of its own process. */
export interface RunRequest {
  readonly token: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly terminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  readonly stdinKind: 'terminal' | 'file' | 'pipe' | 'nothing';
  readonly columns: number;
}

/** Reads a request; undefined for anything else. */
export function readRunRequest(body: Buffer): RunRequest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { token, argv, cwd, env, terminal, columns } = value;
  const isWhole =
    typeof token === 'string' &&
    Array.isArray(argv) &&
    argv.every(isText) &&
    typeof cwd === 'string' &&
    isTexts(env) &&
    isJsonObject(terminal) &&
    typeof columns === 'number';
  return isWhole ? (value as unknown as RunRequest) : undefined;
}

const isText = (value: Json): boolean => typeof value === 'string';

function isTexts(value: Json | undefined): boolean {
  return isJsonObject(value) && Object.values(value).every(isText);
}
