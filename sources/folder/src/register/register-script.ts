import { join } from 'node:path';
import type { Json, JsonObject } from '@concord/contract';
import { type ProcessResult, runProcess } from '@concord/engine';
import { shell } from '../files/how-to-run.js';
import { readObject } from '../files/read-json.js';
import { sdkFolder } from '../programs/sdk-folder.js';
import { shown } from '../project/findings.js';
import type { Project } from '../project/project.js';
import { bad } from './register-json.js';
import { type RegisteredKind, type Registration, readRegistered } from './registration.js';

/** What a registration script is run with. */
export interface HookOptions {
  /** The whole environment of a hook of the project. */
  readonly hookEnvironment: () => Record<string, string>;
  /** Folder of `register-functions.sh`. */
  readonly sdk?: string | undefined;
  readonly maxBytes: number;
  readonly timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 10_000;

/** Runs `register.sh`, whose content is `script`, and reads what it registers or prints. Any failure makes the registration bad. */
export async function runRegisterScript(
  project: Project,
  file: string,
  script: Buffer,
  options: HookOptions,
): Promise<Registration> {
  const refuse = (reason: string): Registration => bad(file, `server.d/register.sh ${reason}`, script);
  const result = await runProcess({
    command: shell(),
    args: [functionsIn(options.sdk), file],
    cwd: project.root,
    env: { ...options.hookEnvironment(), MCPBASH_PROJECT_ROOT: project.root },
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxStdoutBytes: options.maxBytes,
    maxStderrBytes: options.maxBytes,
    overflow: 'stop',
  });
  const failure = failureOf(result, options);
  if (failure !== undefined) return refuse(failure);
  const text = registrationText(result.stdout);
  if (text === undefined) return { kind: 'none' };
  const read = readObject(Buffer.from(text));
  if ('fault' in read) return refuse(`registered something that ${read.fault}`);
  const registered = readRegistered(read.object);
  if ('fault' in registered) return refuse(`is refused: ${registered.fault}`);
  return { kind: 'registered', file, text: '', ...registered };
}

function functionsIn(sdk: string | undefined): string {
  return join(sdk ?? sdkFolder, 'register-functions.sh');
}

function failureOf(result: ProcessResult, options: HookOptions): string | undefined {
  const seconds = (options.timeoutMs ?? TIMEOUT_MS) / 1000;
  if (result.end === 'timeout') return `did not end within ${seconds} s`;
  if (result.end === 'too_large') return `printed more than ${options.maxBytes} bytes`;
  if (result.end === 'not_started') return `could not be run (${result.startFailure?.code ?? 'unknown reason'})`;
  if (result.end === 'exited' && result.exitCode === 0) return undefined;
  const said = result.stderr.split('\n').find(line => line.trim() !== '');
  const how = result.end === 'exited' ? `failed with exit code ${result.exitCode}` : `was killed by ${result.signal}`;
  return said === undefined ? how : `${how}: ${shown(said)}`;
}

/**
 * What a script registered, as the text of the registration that would say the same; what it printed when it
 * registered nothing; undefined when it did neither.
 */
export function registrationText(output: string): string | undefined {
  const lists = new Map<RegisteredKind, string[]>();
  let printed = '';
  for (const piece of output.split('\x1e')) {
    const [head, payload] = piece.split('\x1f', 2) as [string, string | undefined];
    if (payload === undefined) {
      printed += piece;
      continue;
    }
    const [verb, kind] = (head.includes(' ') ? head.split(' ', 2) : ['item', head]) as [string, RegisteredKind];
    if (verb === 'begin') lists.set(kind, []);
    else if (verb === 'finalize') lists.set(kind, lists.get(kind) ?? []);
    else lists.set(kind, [...(lists.get(kind) ?? []), payload]);
  }
  if (lists.size === 0) return printed.trim() === '' ? undefined : printed;
  const members = [...lists].map(([kind, items]) => `"${kind}":[${items.map(reserialized).join(',')}]`);
  return `{"version":1,${members.join(',')}}`;
}

/** The item as one JSON value: text that is not exactly one value must not change the JSON around it. */
function reserialized(item: string): string {
  try {
    return JSON.stringify(JSON.parse(item) as Json | JsonObject);
  } catch {
    return '?';
  }
}
