import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export const sdk = fileURLToPath(new URL('../../sdk', import.meta.url));

/** Everything the functions may use: a machine that has no more is good enough. */
const commands =
  'awk cat chmod date env grep head ln mkdir mv node pwd readlink rm sed sh sleep tail touch tr true wc'.split(' ');

const folder = mkdtempSync(join(tmpdir(), 'concord-sdk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

export function find(command: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map(place => join(place, command));
  return places.find(place => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A folder for a PATH that has these commands and no other. */
function pathWith(name: string, extra: readonly string[]): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const command of [...commands, ...extra]) {
    const found = find(command);
    if (found !== undefined) symlinkSync(found, join(path, command));
  }
  return path;
}

/** With jq and without. */
export const paths = { 'without jq': pathWith('plain', []), 'with jq': pathWith('jq', ['jq']) } as const;
export const hasJq = find('jq') !== undefined;

export const shells = ['dash', 'bash', 'zsh'] as const;
/** The first that is there; all of them with the long tests, because each is as slow as the other. */
const wanted = process.env.CONCORD_ALL_SHELLS ? shells : shells.filter(shell => find(shell) !== undefined).slice(0, 1);
export const shellsHere = wanted.filter(shell => find(shell) !== undefined);
for (const shell of shells.filter(each => find(each) === undefined))
  console.warn(`SKIPPED: ${shell} is not on this machine, so the functions for shell tools were not tried in it`);
if (!hasJq) console.warn('SKIPPED: jq is not on this machine, so the functions for shell tools were not tried with it');

/** The `mcp` command as far as the functions use it, from what was compiled. */
export function standInCommand(): string {
  const verbs = fileURLToPath(new URL('../../dist/helpers/verbs/index.js', import.meta.url));
  const file = join(folder, 'mcp');
  const program = `#!${process.execPath}
import(${JSON.stringify(verbs)}).then(async ({ helperVerbs }) => {
  const { stdin, env } = process;
  const shell = { stdin, env, cwd: process.cwd(), stdout: async t => void process.stdout.write(t), stderr: async t => void process.stderr.write(t) };
  process.exitCode = await helperVerbs[process.argv[3]](shell, process.argv.slice(4));
});
`;
  writeFileSync(file, program, { mode: 0o755 });
  return file;
}

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
  /** What was written into a file of the call. */
  read(file: 'error' | 'progress' | 'log' | 'resources'): string;
}

let count = 0;

/** Runs a script that has loaded the functions, in the environment of a call. */
export function run(shell: string, script: string, options: RunOptions = {}): Ran {
  return runAll(shell, [[script, options]])[0]!;
}

/** The same for many scripts, each by itself, from one process: starting one takes longer than what most of them do. */
export function runAll(
  shell: string,
  cases: readonly (readonly [script: string, options?: RunOptions | undefined])[],
): readonly Ran[] {
  const folders = cases.map(([script, options]) => prepare(script, options));
  const driver = join(folder, `driver-${count++}`);
  writeFileSync(
    driver,
    folders
      .map(
        here =>
          `(cd ${quoted(here)}; . ./script) >${quoted(here)}/stdout 2>${quoted(here)}/stderr; echo $? >${quoted(here)}/status\n`,
      )
      .join(''),
  );
  spawnSync(find(shell)!, [driver], { stdio: 'ignore', timeout: 50_000, env: { PATH: paths['without jq'] } });
  return folders.map(here => {
    const read = (name: string) => readOr(join(here, name));
    return { stdout: read('stdout'), stderr: read('stderr'), status: Number(read('status') || -1), read };
  });
}

function prepare(script: string, { jq = false, args = {}, env = {}, words = [], spilled }: RunOptions = {}): string {
  const here = join(folder, `run-${count++}`);
  mkdirSync(here);
  const at = (name: string) => join(here, name);
  if (spilled !== undefined) writeFileSync(at('args'), spilled);
  const variables = {
    PATH: paths[jq ? 'with jq' : 'without jq'],
    LANG: 'C.UTF-8',
    MCP_SDK: sdk,
    MCP_TOOL_ARGS_JSON: typeof args === 'string' ? args : JSON.stringify(args),
    ...(spilled !== undefined && { MCP_TOOL_ARGS_JSON: '', MCP_TOOL_ARGS_FILE: at('args') }),
    MCP_TOOL_ERROR_FILE: at('error'),
    MCP_TOOL_RESOURCES_FILE: at('resources'),
    MCP_PROGRESS_STREAM: at('progress'),
    MCP_PROGRESS_TOKEN: 'token "1"',
    MCP_LOG_STREAM: at('log'),
    MCP_CANCEL_FILE: at('cancel'),
    MCP_ELICIT_REQUEST_FILE: at('ask'),
    MCP_ELICIT_RESPONSE_FILE: at('answer'),
    MCP_ROOTS_PATHS: here,
    MCP_ROOTS_COUNT: '1',
    ...env,
  };
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}\n`);
  const given = words.length === 0 ? '' : `set -- ${words.map(quoted).join(' ')}\n`;
  writeFileSync(at('script'), `${exports.join('')}. "$MCP_SDK/tool-sdk.sh"\n${given}${script}\n`);
  return here;
}

/** A word as every shell takes it literally. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

export interface RunOptions {
  readonly jq?: boolean;
  readonly args?: object | string;
  readonly env?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  /** Arguments that come in a file. */
  readonly spilled?: string;
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
