import { join } from 'node:path';
import {
  type EnvelopeCode,
  failure,
  type JsonObject,
  type KindAndVariant,
  kindsBehind,
  type Outcome,
  type Problem,
  ProblemError,
  problem,
  success,
  type Tier,
} from '@concord/contract';
import { version } from '@concord/contract/version';
import type { Call, Snapshot, Source, SourceReport, Tool } from '@concord/engine';
import type { AnswerSettings, Question, QuestionId, Write } from '../answers/question/asked.js';
import type { AnswerFault } from '../answers/question/messages.js';
import { AnswerThread } from '../answers/thread.js';
import { Stale, Transactions } from '../edit/transaction.js';
import type { TierInForce } from '../tiers/licence.js';
import { reaches } from '../tiers/table.js';
import { definitions, type ToolDefinition } from './definitions.js';
import { hashOf } from './hash.js';
import { plainText } from './plain.js';
import { codePrompts, readPrompt } from './prompts.js';
import { codeResources, codeTemplates, questionOf, WatchedFiles } from './resources.js';

export interface CodeSettings {
  /** The folder that may be looked at; where none is said, those of the caller, or the folder the server was started in. */
  readonly root?: string;
  readonly cwd: string;
  readonly mayWrite: boolean;
  readonly tier: () => Promise<TierInForce>;
  /** Where changes under way are noted, so that none is left half done. */
  readonly journal?: string;
  readonly answers: AnswerSettings;
}

/** Code as a Source: tools that find, read, follow and change it, in one envelope. */
export function codeSource(settings: CodeSettings): Source {
  const reports = new Set<(report: SourceReport) => void>();
  const report = (level: SourceReport['level'], message: string, detail?: string) => {
    for (const listener of reports)
      listener({ level, logger: 'code', message, ...(detail !== undefined && { detail }) });
  };
  const thread = new AnswerThread(message =>
    report('error', 'The thread that answers has crashed and was started anew.', message),
  );
  const transactions = new Transactions(settings.journal === undefined ? undefined : join(settings.journal, 'changes'));
  const updates = new Set<(uri: string) => void>();
  const watched = new WatchedFiles([settings.root ?? settings.cwd], uri => {
    for (const listener of updates) listener(uri);
  });
  let tier: TierInForce = { tier: 'community', source: 'default' };
  const tools = definitions.map(definition =>
    toolOf(definition, settings, thread, transactions, () => tier.tier, report),
  );
  const snapshot: Snapshot = {
    tools,
    resources: codeResources,
    resourceTemplates: codeTemplates,
    prompts: codePrompts,
    builtAt: new Date().toISOString(),
  };
  return {
    identity: {
      name: 'code',
      version,
      description: 'Reads, follows, checks and changes code in six languages',
      instructions:
        'Begin with get_project_map. Read outlines with get_file_context and single symbols with extract_code, and give their sha256 to update_symbol.',
    },
    kinds: ['tools', 'resources', 'prompts'],
    async open() {
      tier = await settings.tier();
      if (tier.source === 'invalid licence')
        report('warning', 'The licence is not valid: the community tier is in force.');
      const count = transactions.recover();
      if (count > 0) report('warning', `${count} changes that were cut off were finished or undone.`);
    },
    snapshot: () => snapshot,
    onChange: () => () => {},
    onReport(listener) {
      reports.add(listener);
      return () => reports.delete(listener);
    },
    onUpdated(listener) {
      updates.add(listener);
      return () => updates.delete(listener);
    },
    reads: uri => questionOf(uri) !== undefined,
    async read(uri, call) {
      const asked = questionOf(uri);
      if (!asked) throw new ProblemError(problem('not_found', `There is no resource ${uri.slice(0, 200)}`));
      const { id, args } = asked;
      const result = await thread.ask(questionFor(settings, id, args, call, tier.tier), call);
      if ('fault' in result) throw new ProblemError(problemOf(result.fault));
      const { data } = result.answer;
      const mimeType =
        id === 'extract_code' ? 'text/plain' : id === 'last_sarif' ? 'application/sarif+json' : 'application/json';
      return [{ uri, mimeType, text: id === 'extract_code' ? (data.target_code as string) : JSON.stringify(data) }];
    },
    watch: uri => watched.watch(uri),
    unwatch: uri => watched.unwatch(uri),
    prompt: (name, args) => readPrompt(name, args),
    close: () => {
      watched.close();
      return thread.close();
    },
  };
}

const rootsOf = ({ root, cwd }: CodeSettings, { roots }: Call): readonly string[] =>
  root !== undefined ? [root] : roots && roots.length > 0 ? roots : [cwd];

function questionFor(settings: CodeSettings, tool: QuestionId, args: JsonObject, call: Call, tier: Tier): Question {
  return { tool, args, roots: rootsOf(settings, call), tier, mayWrite: settings.mayWrite, settings: settings.answers };
}

function toolOf(
  definition: ToolDefinition,
  settings: CodeSettings,
  thread: AnswerThread,
  transactions: Transactions,
  tierOf: () => Tier,
  report: (level: SourceReport['level'], message: string, detail?: string) => void,
): Tool {
  const { id, title, description, inputSchema, writes = false, timeoutMs } = definition;
  // A caller that was let in with a tier of its own has that one.
  const tierFor = (call: Call): Tier => (reaches(call.tier, tierOf()) ? call.tier : tierOf());
  return {
    name: id,
    version: definition.version,
    title,
    description,
    inputSchema,
    annotations: writes
      ? { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }
      : { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    dialect: 'envelope-v1',
    limits: timeoutMs === undefined ? {} : { timeoutMs },
    unsafeOutput: args => args.unsafeOutput === true,
    finish: (outcome, _, call) => ({ ...outcome, service: { ...outcome.service, tier: tierFor(call) } }),
    ...(writes && {
      lockKey: (args: JsonObject, call: Call) =>
        args.dry_run === true
          ? undefined
          : {
              keys: rootsOf(settings, call).map(root => ({ key: `code:${root}`, mode: 'write' as const })),
              operation: id,
              target: String(args.file_path ?? '.'),
              waitMs: 10_000,
            },
    }),
    async run(args, call): Promise<Outcome> {
      const result = await thread.ask(questionFor(settings, id, args, call, tierFor(call)), call);
      if ('fault' in result) {
        if (result.fault.stack !== undefined)
          report('error', `${id} failed in call ${call.requestId}.`, result.fault.stack);
        return faultOutcome(result.fault);
      }
      const { data, capabilities, upgrades } = result.answer;
      const fault = written(transactions, result.answer.writes);
      if (fault) return faultOutcome(fault);
      return { ...success({ data, text: plainText(data) }), service: { capabilities, upgrades } };
    },
  };
}

/** Writes what a tool worked out. Gives what was in the way. */
function written(transactions: Transactions, writes: readonly Write[]): AnswerFault | undefined {
  if (writes.length === 0) return undefined;
  try {
    transactions.write(
      writes.map(({ absolute, before, bytes }) => ({ path: absolute, bytes, isStill: now => hashOf(now) === before })),
    );
    return undefined;
  } catch (error) {
    if (error instanceof Stale) {
      const path = writes.find(({ absolute }) => absolute === error.path)?.path ?? '';
      return {
        code: 'invalid_argument',
        message: `The file has changed since it was read: ${path}.`,
        details: { reason: 'stale' },
      };
    }
    const { code } = error as NodeJS.ErrnoException;
    const faults: Readonly<Record<string, readonly [EnvelopeCode, string]>> = {
      EACCES: ['forbidden', 'The file may not be written.'],
      EPERM: ['forbidden', 'The file may not be written.'],
      EROFS: ['forbidden', 'The file may not be written.'],
      ENOSPC: ['resource_exhausted', 'The disk is full: nothing was written.'],
      EDQUOT: ['resource_exhausted', 'The disk is full: nothing was written.'],
      ENOENT: ['not_found', 'The file is gone: nothing was written.'],
    };
    const [kind, message] = faults[code ?? ''] ?? [
      'internal_error',
      'The files could not be written: nothing was changed.',
    ];
    return { code: kind, message, details: { reason: (code ?? 'write').toLowerCase() } };
  }
}

const faultOutcome = (fault: AnswerFault): Outcome => failure(problemOf(fault));

function problemOf({ code, message, details, upgrade }: AnswerFault): Problem {
  const { kind, variant }: KindAndVariant = kindsBehind.envelope[code];
  return problem(kind, message, {
    ...(variant !== undefined && { variant }),
    ...(details && { details }),
    ...(upgrade && { upgrade }),
  });
}
