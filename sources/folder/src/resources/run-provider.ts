import { Buffer, constants } from 'node:buffer';
import { cancelled, ProblemError } from '@concord/contract';
import { runProcess } from '@concord/engine';
import { whyNotStarted } from '../files/how-to-run.js';
import { jsonTool } from '../programs/json-tool.js';
import { programOf } from '../programs/program.js';
import { providerEnvironment, providerMode, secretsIn } from '../programs/provider-environment.js';
import type { Project } from '../project/project.js';
import type { FolderSettings } from '../project/settings.js';
import { failureOf, readFailure, redactedExcerpt } from '../read/read-failure.js';
import type { Content, ReadRequest } from '../read/request.js';

const SECONDS = 30;
/** Providers that get further variables for network access. */
const networks: ReadonlyMap<string, 'git' | 'https'> = new Map([
  ['git', 'git'],
  ['git+https', 'git'],
  ['https', 'https'],
]);

/** Reads a resource with a provider of the project: the URI is its argument, its output the content, its exit code the kind of failure. */
export async function runProvider(
  file: string,
  name: string,
  request: ReadRequest,
  seconds = SECONDS,
): Promise<Content> {
  const { uri, project, settings, call } = request;
  if (uri.includes('\0')) throw readFailure(4, 'A URI must not hold a NUL character');
  const { command, args } = programOf(file, project.providers, project.root);
  const passed = providerEnvironment(settings.env, providerMode(settings.env), networks.get(name));
  const secrets = secretsIn(passed);
  for (const secret of secrets) call.secret(secret);
  const pieces: Buffer[] = [];
  const result = await runProcess({
    command,
    args: [...args, uri],
    cwd: project.root,
    env: { ...passed, ...projectVariables(project, settings), ...resourceVariables(request) },
    signal: call.signal,
    timeoutMs: seconds * 1_000,
    maxStdoutBytes: Math.min(settings.maxResourceBytes, constants.MAX_STRING_LENGTH),
    maxStderrBytes: Math.min(settings.maxStderrBytes, constants.MAX_STRING_LENGTH),
    overflow: 'stop',
    onStdoutBytes: piece => pieces.push(piece),
  });
  switch (result.end) {
    case 'cancelled':
      throw new ProblemError(cancelled());
    case 'timeout':
      throw failureOf('timeout', `The provider of ${name} timed out after ${seconds} s`);
    case 'too_large':
      throw readFailure(6, tooMuch(result.stdoutBytes > settings.maxResourceBytes, settings));
    case 'not_started':
      throw readFailure(
        5,
        `The provider of ${name} could not be started: ${whyNotStarted(file, result.startFailure!)}`,
      );
    case 'signalled':
      throw readFailure(1, redactedExcerpt(result.stderr, secrets));
    case 'exited':
      if (result.exitCode !== 0) throw exitFailure(result.exitCode ?? 1, redactedExcerpt(result.stderr, secrets));
      return { bytes: Buffer.concat(pieces), name: nameOf(uri) };
  }
}

/** The variables that tell every provider, completion script and check about its project. */
export function projectVariables(project: Project, { env }: FolderSettings): Record<string, string> {
  return {
    MCPBASH_PROJECT_ROOT: project.root,
    MCPBASH_RESOURCES_DIR: project.resources,
    MCPBASH_PROMPTS_DIR: project.prompts,
    MCP_RESOURCES_ROOTS: env.MCP_RESOURCES_ROOTS || project.resources,
    ...jsonTool(env.PATH ?? ''),
  };
}

function resourceVariables({ uri, item, variables = {} }: ReadRequest): Record<string, string> {
  return {
    MCP_RESOURCE_URI: uri,
    MCP_RESOURCE_NAME: item?.name ?? '',
    MCP_RESOURCE_METADATA: JSON.stringify(item?.entry ?? {}),
    MCP_RESOURCE_VARS_JSON: JSON.stringify(variables),
  };
}

/** The failure for an exit code; for a redirect with its location. */
function exitFailure(exit: number, stderr: string) {
  const location = exit === 7 ? /^redirect:(.{0,2048})/m.exec(stderr)?.[1]?.trim() : undefined;
  return readFailure(exit, stderr, location === undefined ? undefined : { location });
}

function tooMuch(isContent: boolean, { maxResourceBytes, maxStderrBytes }: FolderSettings): string {
  if (!isContent) return `The provider printed more than ${maxStderrBytes} bytes of errors`;
  return `The resource is larger than ${maxResourceBytes} bytes`;
}

function nameOf(uri: string): string {
  return uri.replace(/[?#].*$/s, '');
}
