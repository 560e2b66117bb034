import type { Definition, ServerEntry } from '@concord/client';
import { type Failure, isJsonObject, type Outcome, type Problem, success } from '@concord/contract';
import { type Engine, type Invocation, invoke, schemaFaults, type Tool } from '@concord/engine';
import type { CommandContext } from '../command/context.js';
import { type About, connectionHint, hasOwnHint, showsLogs } from '../command/failure.js';
import { commandOn } from '../command/next-command.js';
import { sourceNamed } from '../find/source-registry.js';
import type { OpenedServer } from '../open/on-server.js';
import { raiseHint, type TimeLimit, timeoutMessage } from '../open/time-limit.js';
import { answersQuestions } from './answer-questions.js';
import type { Assembled } from './arguments/assemble.js';
import { refineProblems } from './arguments/refine.js';
import { suggestionFor } from './arguments/suggestion.js';
import { withoutSchema, withUsableSchema } from './usable-schema.js';

/** Calls a tool with arguments; what comes back tells a person at a command line what to do about a failure. */
export async function invokeTool(
  tool: Tool,
  given: Assembled,
  engine: Engine,
  opened: OpenedServer,
  context: CommandContext,
): Promise<Invocation> {
  const { entry, definition, source, limit, line } = opened;
  const { name } = entry;
  const target = `${name}/${tool.name}`;
  const warn = (text: string) => {
    if (!context.flags.quiet) void context.stderr(`warning: ${text}\n`);
  };
  const checked = context.flags['no-validate'] ? withoutSchema(tool) : withUsableSchema(tool, engine.limits, warn);
  const called = context.flags['dry-run'] ? { ...checked, run: async () => success() } : checked;
  line.phase(`${target}: calling`);
  const invocation = await invoke(called, given.args, {
    engine,
    signal: context.signal,
    server: name,
    caller: { name: 'mcp', transport: 'cli' },
    knownSecrets: source.secrets?.() ?? [],
    ...timeoutFor(tool, limit),
    ...answersQuestions(target, engine.limits, opened, context),
    ...(worksInCallersFolder(definition) && { roots: [context.cwd] }),
    ...(context.flags['unsafe-output'] && { unsafeOutput: true }),
    ...keyFor(opened, context, warn),
    onProgress: ({ progress, total, message }) => {
      const text = [[progress, total].filter(Number.isFinite).join('/'), message].filter(Boolean).join(' ');
      line.progress(text);
      if (context.flags.verbose && !context.terminal.stderr) void context.stderr(`progress: ${target}: ${text}\n`);
    },
  });
  const mismatch = context.flags['dry-run'] ? undefined : outputMismatch(invocation.outcome, tool, engine);
  if (mismatch !== undefined) warn(`the answer of ${target} does not fit the schema it publishes: ${mismatch}`);
  const retries = source.retryCount?.() ?? 0;
  const isOwnTime = !limit.isChosen && (tool.limits?.timeoutMs ?? tool.timeoutMs) !== undefined;
  const limitMs = isOwnTime ? undefined : limit.milliseconds;
  const outcome = withAdvice(invocation.outcome, entry, tool, given, limitMs, {
    server: name,
    entry,
    ...showsLogs(context),
  });
  return { outcome, facts: { ...invocation.facts, ...(retries > 0 && { retryCount: retries }) } };
}

/** The key under which the call is to take effect once, and a warning where its server does not see to that. */
function keyFor({ entry, source }: OpenedServer, { flags }: CommandContext, warn: (text: string) => void) {
  const key = flags['idempotency-key'];
  if (typeof key !== 'string') return {};
  const experimental = source.identity.server?.capabilities.experimental;
  if (!isJsonObject(experimental) || experimental['io.concord/ledger'] === undefined)
    warn(`${entry.name} keeps no ledger: the call may take effect again when it is repeated`);
  return { meta: { 'io.concord/idempotencyKey': key } };
}

/** The time limit of a call: the tool's own, unless the user gave one. */
function timeoutFor({ limits, timeoutMs }: Tool, limit: TimeLimit): { readonly timeoutMs?: number } {
  if (!limit.isChosen && timeoutMs !== undefined) return {};
  const left = limit.remainingMs() ?? Number.MAX_SAFE_INTEGER;
  return { timeoutMs: limit.isChosen ? left : Math.min(left, limits?.timeoutMs ?? left) };
}

function worksInCallersFolder(definition: Definition): boolean {
  return definition.transport === 'built-in' && sourceNamed(definition.use)?.worksInCallersFolder === true;
}

/** Why a result does not match the output schema of its tool. The result is printed all the same. */
function outputMismatch({ ok, result }: Outcome, { outputSchema }: Tool, { limits }: Engine): string | undefined {
  const data = result?.structuredContent;
  if (!ok || outputSchema === undefined || data === undefined) return undefined;
  return schemaFaults(outputSchema, data, limits)[0]?.slice(0, 200);
}

function withAdvice(
  outcome: Outcome,
  entry: ServerEntry,
  { name, inputSchema: schema }: Tool,
  given: Assembled,
  limitMs: number | undefined,
  about: About,
): Outcome {
  if (outcome.ok) return outcome;
  const more = commandOn('info', entry, name);
  const [first, ...others] = outcome.problems;
  const withFirst = (more: Partial<Problem>): Failure => ({ ...outcome, problems: [{ ...first, ...more }, ...others] });
  // A hint of a built-in tool is better than a general one.
  if (entry.transport === 'built-in' && hasOwnHint(first)) return outcome;
  if (outcome.result?.isError === true || first.kind === 'command_failed') return withFirst({ hint: more });
  const variant = first.variant ?? first.kind;
  if (variant === 'rpc_error') return withFirst({ hint: more });
  // The message of a built-in tool already says which limit was exceeded.
  const advice = entry.transport === 'built-in' ? undefined : connectionHint(variant, about);
  if (outcome.result === undefined && advice !== undefined && variant !== 'timeout') return withFirst({ hint: advice });
  if (first.kind === 'timeout' && limitMs !== undefined && first.details?.timeoutSecs === undefined)
    return withFirst({ message: timeoutMessage(`${entry.name}/${name}`, limitMs, 'call'), hint: raiseHint });
  if (first.kind !== 'invalid_params' || first.variant !== undefined) return outcome;
  const [head, ...rest] = refineProblems(outcome.problems, given, schema);
  const suggestion = suggestionFor(words => commandOn('call', entry, name, words), given, [head!, ...rest], schema);
  const details = { ...head!.details, suggestion };
  return { ...outcome, problems: [{ ...head!, hint: more, details }, ...rest] };
}
