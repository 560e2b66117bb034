import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { callToolResult, isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { version } from '@concord/contract/version';
import {
  type CallRequest,
  createEngine,
  type Invocation,
  invoke,
  openPrivateFolder,
  ReopenablePipes,
  removePrivateFolder,
  type Tool,
} from '@concord/engine';
import { fallbackRoots } from '../call/roots.js';
import type { RunContext } from '../call/run-context.js';
import { serverVariables } from '../call/server-variables.js';
import type { Answer } from '../call/tool-context.js';
import { toolEnvironment } from '../call/tool-environment.js';
import { allowList } from '../policy/allow-list.js';
import { Policy } from '../policy/policy.js';
import type { ToolItem } from '../project/items.js';
import type { Project } from '../project/project.js';
import { folderSettings } from '../project/settings.js';
import { moduleMeta } from '../run/module/module-meta.js';
import { Runners } from '../run/runners.js';
import { scanProject } from '../scan/scan.js';
import { toTool } from '../source/tool.js';
import { moduleTool } from './module-tool.js';
import { projectAround } from './project-around.js';
import type { Question, Testable, Tested, TestOptions } from './tested.js';

/** Calls a tool through `invoke`, as servers and commands do. Deletes all temporary files before it resolves. */
export async function testTool(tool: Testable, args: object, options: TestOptions): Promise<Tested> {
  return typeof tool === 'string' ? testFile(tool, args, options) : call(moduleTool(tool), args, options);
}

async function testFile(path: string, args: object, options: TestOptions): Promise<Tested> {
  const file = realpathSync(path);
  const project = projectAround(file);
  const settings = folderSettings(process.env, () => {});
  const folder = openPrivateFolder(settings.temporaryRoot);
  const pipes = process.platform === 'win32' ? undefined : new ReopenablePipes(folder);
  const report = () => {};
  const identity = { name: 'test', version: '0.0.0' };
  const context: RunContext = {
    project,
    settings,
    folder,
    pipes,
    environment: {
      ...toolEnvironment(settings.env, project.root),
      ...serverVariables(project, identity, settings, { version: version, command: process.env.CONCORD_MCP }),
    },
    secrets: [],
    roots: fallbackRoots(project, settings.env, options.roots, () => {}),
    report,
  };
  const runners = new Runners(context);
  try {
    await pipes?.prepare();
    const item = await itemAt(file, project, context);
    const policy = new Policy(
      allowList({}, { isPublic: false }, () => {}),
      undefined,
      report,
    );
    return await call(toTool(item, context, policy, runners.run), args, options);
  } finally {
    await runners.close();
    removePrivateFolder(folder);
  }
}

/** The tool that a server would find in this file, or in this folder. */
async function itemAt(file: string, project: Project, context: RunContext): Promise<ToolItem> {
  const { tools, diagnostics } = await scanProject(project, context.settings, {
    moduleMeta: module => moduleMeta(module, context),
    filter: statSync(file).isDirectory() ? file : dirname(file),
  });
  const found = tools.find(each => each.file === file) ?? tools.find(each => dirname(each.file) === file);
  if (found) return found;
  const about = diagnostics.filter(each => each.file !== undefined && file.endsWith(each.file));
  const reasons = about.map(({ message }) => message).join('; ');
  throw new Error(`${file} is no tool of the project in ${project.root}${reasons === '' ? '' : `: ${reasons}`}`);
}

const engine = createEngine({ env: { ...process.env, CONCORD_NO_RECORDS: '1' }, warn: () => {} });

async function call(tool: Tool, args: object, { roots, elicit, meta }: TestOptions): Promise<Tested> {
  const progress: Tested['progress'][number][] = [];
  const logs: Tested['logs'][number][] = [];
  const request: CallRequest = {
    engine,
    caller: { name: 'test', transport: 'in-process' },
    onProgress: each => progress.push(each),
    onLog: each => logs.push(each),
    // Progress is asked for by a token.
    meta: { progressToken: 'test', ...meta },
    ...(roots && { roots: roots.map(root => realpathSync(root)) }),
    ...(elicit !== undefined && {
      canElicit: true,
      onAsk: async questions =>
        Object.fromEntries(
          await Promise.all(
            Object.entries(questions).map(async ([key, { params = {} }]) => [key, await answerTo(params, elicit)]),
          ),
        ) as Record<string, JsonObject>,
    }),
  };
  return { ...tested(await invoke(tool, args, request)), progress, logs };
}

async function answerTo(params: JsonObject, elicit: NonNullable<TestOptions['elicit']>): Promise<Answer> {
  const { message, requestedSchema, url } = params;
  const question: Question = {
    message: String(message),
    ...(isJsonObject(requestedSchema) && { schema: requestedSchema }),
    ...(typeof url === 'string' && { url }),
  };
  return typeof elicit === 'function' ? elicit(question) : elicit;
}

function tested({ outcome, facts }: Invocation): Omit<Tested, 'progress' | 'logs'> {
  const problem = outcome.ok ? undefined : outcome.problems[0];
  const result = callToolResult(outcome, facts, 'text');
  const said = isJsonObject(result._meta) ? result._meta : {};
  const common = {
    ok: outcome.ok,
    exitCode: outcome.ok ? 0 : outcome.exitCode,
    stderr: typeof said.stderr === 'string' ? said.stderr : '',
  };
  if (problem?.rpc) {
    const { code, data } = problem.rpc;
    const error = { code, message: problem.message, ...(data !== undefined && { data }) };
    return { ...common, text: problem.message, error };
  }
  const { structuredContent } = result;
  return {
    ...common,
    text: textOf(result),
    result,
    ...(structuredContent !== undefined && { data: structuredContent }),
  };
}

function textOf({ content }: JsonObject): string {
  const blocks: readonly Json[] = Array.isArray(content) ? content : [];
  return blocks.map(block => (isJsonObject(block) && typeof block.text === 'string' ? block.text : '')).join('\n');
}
