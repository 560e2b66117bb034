import { resolve } from 'node:path';
import {
  compileRedaction,
  isJsonObject,
  type JsonObject,
  type Outcome,
  outputSchemas,
  type Problem,
  type Redaction,
} from '@concord/contract';
import type { Annotations, Call, LockRequest, Tool } from '@concord/engine';
import { type Checked, check } from '../check/check.js';
import { actionsMeta, inputSchema } from '../check/schema.js';
import { secretsOf } from '../check/secrets.js';
import { runnerProblems } from '../check/test-runner.js';
import { timeoutOf } from '../check/timeouts.js';
import type { SourceContext } from '../context/source-context.js';
import { lockRequest } from '../locks/keys.js';
import { cut } from '../outcome/cut.js';
import { plainText } from '../outcome/plain-text.js';
import { changedResources } from '../perform/changed-resources.js';
import { confirmation } from '../perform/confirm.js';
import { performerOf } from '../perform/performers.js';
import { warnOfUnredactedResult } from '../perform/report.js';
import { isShownAsJson } from '../perform/server.js';
import { runnerMetadata } from '../perform/test.js';
import type { Work } from '../perform/work.js';
import { chooseRunner } from '../project/test-runner.js';
import type { ToolTable } from '../table/table.js';

/** The time from SIGTERM to SIGKILL of a child, and a moment to read its output. */
const CANCEL_GRACE_MS = 2_900;
const MOST_OUTPUT_BYTES = 33_554_432;

/** A tool of the source, made from its table of actions. */
export function toolOf(table: ToolTable, context: SourceContext): Tool {
  return new DotnetTool(table, context);
}

class DotnetTool implements Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema = outputSchemas['contract-v1'];
  readonly annotations: Annotations;
  readonly dialect = 'contract-v1';
  readonly limits = {
    cancelGraceMs: CANCEL_GRACE_MS,
    maxOutputBytes: MOST_OUTPUT_BYTES,
    overflow: 'headAndTail',
  } as const;
  declare readonly meta?: JsonObject;
  readonly #table: ToolTable;
  readonly #context: SourceContext;
  readonly #started = new WeakMap<Call, number>();
  readonly #works = new WeakMap<Call, Work>();

  constructor(table: ToolTable, context: SourceContext) {
    this.#table = table;
    this.#context = context;
    this.name = table.name;
    this.title = table.title;
    this.description = table.description;
    this.inputSchema = inputSchema(table);
    this.annotations = hintsOf(table);
    const actions = actionsMeta(table);
    if (actions !== undefined) this.meta = { 'io.concord/actions': actions };
  }

  unsafeOutput = (args: JsonObject) => args.unsafeOutput === true;

  secrets = (args: JsonObject) => secretsOf(args, this.#context.env);

  /** Checks by the table, with the contract's messages; the JSON Schema is for clients only. */
  check = (
    args: JsonObject,
    _found: readonly Problem[],
    call: Call,
  ): readonly Problem[] | Promise<readonly Problem[]> => {
    this.#started.set(call, performance.now());
    const { root } = this.#context.options;
    const workingDirectory = this.#context.directoryFor(call);
    const checked = check(this.#table, args, {
      workingDirectory,
      ...(root !== undefined && { root }),
      // The engine refuses it for all tools.
      forbidUnsafeOutput: false,
    });
    if ('problems' in checked) return checked.problems;
    const work = this.#workOf(checked, workingDirectory, call);
    this.#works.set(call, work);
    return work.tool.name === 'dotnet_project' && work.action.name === 'Test' ? this.#chooseRunner(work) : [];
  };

  /** Chooses the test runner, which decides what arguments are allowed and is part of every outcome's metadata. */
  async #chooseRunner(work: Work): Promise<readonly Problem[]> {
    const { args, call, directory } = work;
    const place = { workingDirectory: directory, given: args.workingDirectory !== undefined };
    const runner = await chooseRunner(args, place);
    const problems = runnerProblems(args, runner.runner);
    if (problems.length === 0)
      this.#works.set(call, { ...work, runner, notes: { always: runnerMetadata(args, runner) } });
    return problems;
  }

  timeoutMs = (_args: JsonObject, call: Call): number => {
    const { action, args } = this.#works.get(call)!;
    return timeoutOf(action, args);
  };

  admit = (_args: JsonObject, call: Call): Promise<Problem | undefined> => confirmation(this.#works.get(call)!);

  lockKey = (_args: JsonObject, call: Call): LockRequest | undefined => {
    const { action, args, directory, context } = this.#works.get(call)!;
    return lockRequest(action, args, { directory, closures: context.closures });
  };

  run = async (_args: JsonObject, call: Call): Promise<Outcome> => {
    const work = this.#works.get(call)!;
    warnOfUnredactedResult(work);
    const outcome = await performerOf(work)(work);
    work.notes.lastStep?.();
    const noted = withMetadata(outcome, {
      ...(work.ignored.length > 0 && { ignoredParameters: work.ignored.join(', ') }),
      ...(call.lock &&
        work.args.lockWaitMs !== undefined &&
        call.lock.waitedMs >= 1 && { lockWaitedMs: String(Math.round(call.lock.waitedMs)) }),
    });
    if (outcome.ok) this.#context.notifyUpdated(changedResources(work));
    if (noted.data !== undefined) this.#context.recentCalls.addResult(call.requestId, noted.data, work.redaction);
    return work.action.data === true && noted.ok ? { ...noted, text: JSON.stringify(noted.data) } : noted;
  };

  finish = (outcome: Outcome, given: unknown, call: Call): Outcome => {
    const work = this.#works.get(call);
    const told = withMetadata(withHolder(outcome, this.#context), work?.notes.always ?? {});
    this.#context.metrics.count(
      this.name,
      outcome.ok,
      performance.now() - (this.#started.get(call) ?? performance.now()),
    );
    if (isJsonObject(given) && given.machineReadable === true) return told;
    return { ...told, plain: plainOf(told, work) };
  };

  #workOf({ action, args, ignored }: Checked, workingDirectory: string, call: Call): Work {
    const isReadable = args.machineReadable === true;
    const directory =
      typeof args.workingDirectory === 'string' ? resolve(workingDirectory, args.workingDirectory) : workingDirectory;
    return {
      tool: this.#table,
      action,
      args,
      ignored,
      directory,
      call,
      context: this.#context,
      redaction: redactionOf(this.secrets(args)),
      isRaw: args.unsafeOutput === true,
      limits: {
        maxErrors: typeof args.maxErrors === 'number' ? args.maxErrors : 50,
        maxOutputChars: typeof args.maxOutputChars === 'number' ? args.maxOutputChars : isReadable ? 100_000 : 30_000,
      },
      notes: {},
    };
  }
}

/** Adds the session that holds the lock to a conflict, so that the caller can stop it. */
function withHolder(outcome: Outcome, { sessions }: SourceContext): Outcome {
  if (outcome.ok || outcome.problems[0].kind !== 'conflict') return outcome;
  const [first, ...others] = outcome.problems;
  const { holderPid, holderRequestId, ...details } = first.details ?? {};
  const isOurs = String(holderPid) === String(process.pid);
  const sessionId = isOurs ? sessions.startedBy(String(holderRequestId))?.id : undefined;
  const named = { ...first, details: { ...details, ...(sessionId !== undefined && { sessionId }) } };
  return { ...outcome, problems: [named, ...others] };
}

/** The plain text of an outcome. */
function plainOf(outcome: Outcome, work: Work | undefined): string {
  const { plain } = work?.notes ?? {};
  if (outcome.ok && plain !== undefined) return plain;
  if (outcome.ok && work !== undefined && isShownAsJson(work)) return JSON.stringify(outcome.data, null, 2);
  const stderr = work?.notes.stderr && cut(work.notes.stderr, work.limits.maxOutputChars).text;
  return plainText(outcome, { stderr, isData: work?.action.data === true });
}

function hintsOf({
  readOnly = false,
  idempotent = false,
  destructive = false,
  closedWorld = false,
}: ToolTable): Annotations {
  return {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: !closedWorld,
  };
}

function withMetadata(outcome: Outcome, more: Readonly<Record<string, string>>): Outcome {
  if (Object.keys(more).length === 0) return outcome;
  return { ...outcome, metadata: { ...outcome.metadata, ...more } };
}

let lastSecrets = '';
let lastRedaction: Redaction | undefined;

/** The redaction of a call. The last one is reused, because most calls have the same secrets: those of the environment. */
function redactionOf(known: readonly string[]): Redaction {
  const key = JSON.stringify(known);
  if (lastRedaction === undefined || key !== lastSecrets) lastRedaction = compileRedaction({ known });
  lastSecrets = key;
  return lastRedaction;
}
