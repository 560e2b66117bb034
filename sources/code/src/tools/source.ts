import { join } from 'node:path';
import {
  type EnvelopeCode,
  failure,
  type JsonObject,
  type KindAndVariant,
  kindsBehind,
  type Outcome,
  problem,
  success,
  type Tier,
} from '@concord/contract';
import { version } from '@concord/contract/version';
import type { Call, Snapshot, Source, SourceReport, Tool } from '@concord/engine';
import type { AnswerSettings, Write } from '../answers/asked.js';
import type { AnswerFault } from '../answers/messages.js';
import { AnswerThread } from '../answers/thread.js';
import { Stale, Transactions } from '../edit/transaction.js';
import type { TierInForce } from '../tiers/licence.js';
import { reaches } from '../tiers/table.js';
import { definitions, type ToolDefinition } from './definitions.js';
import { hashOf } from './hash.js';
import { codePrompts, readPrompt } from './prompts.js';

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
  let tier: TierInForce = { tier: 'community', source: 'default' };
  const tools = definitions.map(definition =>
    toolOf(definition, settings, thread, transactions, () => tier.tier, report),
  );
  const snapshot: Snapshot = {
    tools,
    resources: [],
    resourceTemplates: [],
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
    kinds: ['tools', 'prompts'],
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
    prompt: (name, args) => readPrompt(name, args),
    close: () => thread.close(),
  };
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
  const rootsOf = ({ roots }: Call): readonly string[] =>
    settings.root !== undefined ? [settings.root] : roots && roots.length > 0 ? roots : [settings.cwd];
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
              keys: rootsOf(call).map(root => ({ key: `code:${root}`, mode: 'write' as const })),
              operation: id,
              target: String(args.file_path ?? '.'),
              waitMs: 10_000,
            },
    }),
    async run(args, call): Promise<Outcome> {
      const tier = tierFor(call);
      const result = await thread.ask(
        { tool: id, args, roots: rootsOf(call), tier, mayWrite: settings.mayWrite, settings: settings.answers },
        call,
      );
      if ('fault' in result) {
        if (result.fault.stack !== undefined)
          report('error', `${id} failed in call ${call.requestId}.`, result.fault.stack);
        return faultOutcome(result.fault);
      }
      const { data, capabilities, upgrades } = result.answer;
      const fault = written(transactions, result.answer.writes);
      if (fault) return faultOutcome(fault);
      return { ...success({ data }), service: { capabilities, upgrades } };
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

function faultOutcome({ code, message, details, upgrade }: AnswerFault): Outcome {
  const { kind, variant }: KindAndVariant = kindsBehind.envelope[code];
  return failure(
    problem(kind, message, {
      ...(variant !== undefined && { variant }),
      ...(details && { details }),
      ...(upgrade && { upgrade }),
    }),
  );
}
