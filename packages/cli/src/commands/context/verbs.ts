import { resolve as absolute } from 'node:path';
import type { StopSignal } from '@concord/engine';
import {
  build,
  inspectDocuments,
  inspectionFields,
  isReserved,
  isText,
  onSteadyCache,
  printResult,
  type ResultFormat,
  resolveOnce,
  verificationFields,
  verify,
} from '@concord/source-context';
import type { CommandContext } from '../../command/context.js';
import { counted, fitted, visible } from '../../print/text.js';
import { ContextFailure } from './failure.js';
import { ContextUsage, type ContextVerb } from './parse.js';

/** How many names of skipped files are told. */
const MOST_NAMED = 5;

/** The files that a build left out: how many, and which the first were. */
class SkippedFiles {
  #count = 0;
  readonly #named: string[] = [];

  add(path: string): void {
    this.#count += 1;
    if (this.#named.length < MOST_NAMED) this.#named.push(fitted(visible(path, true), 200));
  }

  /** One line; empty when nothing was left out. */
  note(): string {
    if (this.#count === 0) return '';
    const more = this.#count - this.#named.length;
    const names = [...this.#named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
    return `note: ${counted(this.#count, 'file')} skipped, because only files named *.md are taken: ${names}\n`;
  }
}

/** What a verb of `mcp context` works with. */
export interface ContextCall {
  readonly given: Readonly<Record<string, string>>;
  readonly context: CommandContext;
  readonly signal: StopSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** The verbs of `mcp context`. Each does its work and prints its result. Throws a CacheFault or a ContextFailure. */
export const verbs: Readonly<Record<ContextVerb, (call: ContextCall) => Promise<void>>> = {
  build: async ({ given, context, signal, onProgress }) => {
    const cache = pathOf(given.cache!, context);
    const skipped = new SkippedFiles();
    const built = await build({
      sources: pathOf(given.sources!, context),
      cache,
      force: given.force !== undefined,
      skipUnreadable: given['skip-unreadable'] !== undefined,
      reuse: given['no-reuse'] === undefined,
      index: given['no-index'] === undefined,
      createdAt: buildTimeOf(context),
      signal,
      onProgress,
      onSkipped: path => skipped.add(path),
      onWarning: text => {
        if (given.quiet === undefined) void context.stderr(`warning: ${visible(text, true).replace(/\n/g, '\\n')}\n`);
      },
    });
    if (given.quiet === undefined) await context.stderr(skipped.note());
    if (given.quiet === undefined)
      await context.stderr(`Built cache: ${built.documentCount} documents, version ${built.cacheVersion}\n`);
    if (given.json !== undefined)
      await context.stdout(
        `${JSON.stringify({
          cache_version: built.cacheVersion,
          document_count: built.documentCount,
          documents_written: built.documentsWritten,
          documents_reused: built.documentsReused,
        })}\n`,
      );
  },
  resolve: async ({ given, context, signal }) => {
    const question = { query: queryOf(given.query!), budget: budgetOf(given.budget!) };
    const path = pathOf(given.cache!, context);
    const format = (given.format ?? 'json') as ResultFormat;
    const selection = await resolveOnce(path, question, signal);
    await printInPieces(printResult(selection, format), context);
  },
  inspect: async ({ given, context }) => {
    const report = await onSteadyCache(pathOf(given.cache!, context), inspectDocuments);
    await context.stdout(`${JSON.stringify(inspectionFields(report), null, 2)}\n`);
  },
  verify: async ({ given, context, signal, onProgress }) => {
    const report = await verify(pathOf(given.cache!, context), { signal, onProgress });
    await context.stdout(`${JSON.stringify(verificationFields(report), null, 2)}\n`);
    const { problems } = report;
    if (problems.length === 0) return;
    const words = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`;
    throw problems.every(({ check }) => check === 'document_unreadable')
      ? new ContextFailure('io_error', 6, `I/O error: ${words}`)
      : new ContextFailure('cache_invalid', 5, `Cache is invalid: ${words}`);
  },
};

const pathOf = (given: string, { cwd }: CommandContext): string => absolute(cwd, given);

/** Checks all values before any file is read or written. */
export function checkContextLine(
  given: Readonly<Record<string, string>>,
  verb: ContextVerb,
  context: CommandContext,
): void {
  if (verb !== 'build') return;
  if (isReserved(given.cache!)) throw new ContextUsage(`${given.cache} is a name that stands beside caches`);
  buildTimeOf(context);
}

const LATEST_SECOND = 253_402_300_799;

/** The build time that a cache records: now, or SOURCE_DATE_EPOCH, so that builds can be compared. */
function buildTimeOf({ env, now }: CommandContext): () => string {
  const given = env.SOURCE_DATE_EPOCH;
  if (given === undefined) return () => now().toISOString();
  const seconds = /^[0-9]{1,12}$/.test(given) ? Number(given) : Number.NaN;
  if (!(seconds <= LATEST_SECOND)) throw new ContextUsage(`SOURCE_DATE_EPOCH must be a number of seconds`);
  return () => new Date(seconds * 1_000).toISOString();
}

function queryOf(text: string): string {
  if (!isText(text)) throw new ContextFailure('invalid_query', 2, 'Query is invalid');
  return text;
}

const LARGEST_BUDGET = 2n ** 64n - 1n;

function budgetOf(text: string): bigint {
  const budget = /^\+?[0-9]{1,4096}$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
  if (budget === undefined || budget > LARGEST_BUDGET)
    throw new ContextFailure('invalid_budget', 3, `Budget is invalid: ${text.slice(0, 200)}`);
  return budget;
}

const CHUNK_CHARACTERS = 65_536;

/** Prints a result in chunks, because it may be longer than a string can be, and waits for a slow reader. */
async function printInPieces(parts: Iterable<string>, context: CommandContext): Promise<void> {
  let piece = '';
  for (const part of parts) {
    piece += part;
    if (piece.length < CHUNK_CHARACTERS) continue;
    await context.stdout(piece);
    piece = '';
  }
  await context.stdout(piece);
}
