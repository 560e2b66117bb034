import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, success } from '@concord/contract';
import { tools } from '../actions/index.js';
import { timeouts } from '../check/timeouts.js';
import { prompts } from '../prompts/prompts.js';
import { resources, resourceTemplates } from '../resources/resources.js';
import { runCommand } from './execute.js';
import type { Perform, Work } from './work.js';

/** The capabilities of the source for this caller. */
export const showCapabilities: Perform = async work => {
  const { context, call } = work;
  const { options, facts } = context;
  const [sdks, version] = await Promise.all([
    facts.sdks.get(true).catch(() => undefined),
    context.version(call, work.directory),
  ]);
  const installed = sdks?.value.map(each => each.version) ?? [];
  return success({
    data: {
      serverVersion: options.version,
      protocolVersions: options.protocolVersions,
      dotnet: { available: version !== undefined, ...(version !== undefined && { version }) },
      sdkVersions: { installed, recommended: 'net10.0', lts: 'net10.0' },
      supports: {
        structuredErrors: true,
        machineReadable: true,
        unsafeOutput: options.env.CONCORD_FORBID_UNSAFE_OUTPUT !== '1',
        cancellation: true,
        timeouts: true,
        progress: true,
        elicitation: call.canElicit,
        mcpLogging: true,
        prompts: true,
        completions: true,
        resources: true,
        sessions: options.isShortLived !== true,
        trxResults: true,
        metrics: true,
        telemetry: false,
        sampling: false,
        asyncTasks: false,
      },
      tools: Object.fromEntries(tools.map(({ name, actions }) => [name, actions.map(each => each.name)])),
      limits: limitsOf(context.sessions.most),
      platform: `${process.platform}-${process.arch}`,
    },
  });
};

function limitsOf(maxSessions: number): JsonObject {
  return {
    defaultTimeoutsMs: { ...timeouts },
    maxTimeoutMs: 7_200_000,
    maxOutputChars: { machineReadable: 100_000, plainText: 30_000, most: 1_000_000 },
    maxErrors: { default: 50, most: 1_000 },
    keptLogBytesPerStream: 16_777_216,
    keptCalls: 50,
    maxSessions,
    sessionLogLines: 5_000,
  };
}

/** Runs a help command in an empty folder: some commands would build the project they find. */
export const showHelp: Perform = work => {
  const empty = join(work.context.folder(), 'empty');
  mkdirSync(empty, { recursive: true });
  return runCommand(work, { cwd: empty });
};

/** About this server, made from its tables. */
export const showInfo: Perform = async ({ context }) => {
  const lines = [
    `dotnet source ${context.options.version}: the .NET SDK's command line, with answers in place of logs.`,
    '',
    'Tools:',
    ...tools.map(({ name, description, actions }) => {
      const names = actions.map(each => each.name).join(', ');
      return `- ${name}: ${description}${names === '' ? '' : ` Actions: ${names}.`}`;
    }),
    '',
    'Resources:',
    ...resources.map(({ uri, description }) => `- ${uri}: ${description}`),
    ...resourceTemplates.map(({ uriTemplate, description }) => `- ${uriTemplate}: ${description}`),
    '',
    'Prompts:',
    ...prompts.map(({ name, description }) => `- ${name}: ${description}`),
    '',
    `Limits: ${context.sessions.most} sessions at a time; a call is ended after ${timeouts.query / 1_000} s (queries) to ${timeouts.test / 1_000} s (tests) unless timeoutMs says otherwise.`,
    'Set machineReadable to true for results as JSON. dotnet_server_capabilities has all limits as data; docs/dotnet.md explains each tool.',
  ];
  return success({ text: lines.join('\n') });
};

export const showMetrics: Perform = async ({ context }) =>
  success({ data: context.metrics.read(context.sessions.counts) });

export const resetMetrics: Perform = async ({ context }) => {
  context.metrics.reset();
  return success({ data: { reset: true } });
};

/** Tools whose plain text is their data as it is. */
export function isShownAsJson({ tool }: Work): boolean {
  return tool.name === 'dotnet_server_capabilities' || tool.name === 'dotnet_server_metrics';
}
