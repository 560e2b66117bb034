import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  callToolResult,
  cliExitCode,
  type DialectName,
  dialects,
  type Facts,
  isJsonObject,
  type JsonObject,
  type Outcome,
  type SavedFile,
} from '@concord/contract';
import { type Invocation, shortened } from '@concord/engine';
import type { CommandContext } from '../command/context.js';
import { type Flags, flagTable } from '../command/flags.js';
import { numberOf } from '../parse/values.js';
import { dialectOf, failureText } from '../print/error.js';
import { jsonText } from '../print/json.js';
import { spill, spillFolder, writePrivate } from '../print/private-files.js';
import { resultText } from '../print/result-text.js';
import { type FoundData, saveAll, takeData } from '../print/save-data.js';
import { grouped, visible } from '../print/text.js';
import { valueOrWarning, writeTo } from '../print/write-failures.js';

/** What `--full` adds to the metadata of a call. */
export type CallDetails = {
  readonly protocolVersion?: string;
  /** The dialect the tool answers in when nobody asks for another. */
  readonly dialect?: DialectName;
};

interface Prepared {
  readonly outcome: Outcome;
  readonly files: readonly SavedFile[];
  readonly found: readonly FoundData[];
}

/** Prints what a call came to in the form that was asked for, within its bounds, and gives the exit code. */
export async function printCall(
  { outcome: given, facts }: Invocation,
  details: CallDetails,
  context: CommandContext,
): Promise<number> {
  const dialect = dialectOf(context);
  const { outcome, files, found } = await prepared(withResult(given, facts, details, dialect), facts, context);
  const isToStderr = dialect === 'text' && !outcome.ok;
  const write = (each: Outcome, spilled?: JsonObject): string => {
    if (dialect === 'cli') {
      const document = withDetails(dialects.cli.render(each, facts) as JsonObject, facts, details, context);
      return jsonText(context, {
        ...document,
        ...(spilled && { spill: spilled }),
        ...(context.flags.save !== undefined && files.length > 0 && { files }),
      });
    }
    // A dialect that has only data gets the text where there is no data.
    const isPlain = dialect === 'error-v0' && each.ok && each.result?.structuredContent === undefined;
    if (dialect !== 'text' && !isPlain) return `${dialects[dialect].write(dialects[dialect].render(each, facts))}\n`;
    return each.ok ? successText(each, facts, files) : failedText(each, facts, files, context);
  };
  const text = await bounded(outcome, write, dialect, context);
  if (context.flags.output !== undefined && outcome.ok) await writeOutput(outcome, facts, files, found, context);
  if (context.flags.output === undefined || !outcome.ok || dialect !== 'text')
    await (isToStderr
      ? context.stderr(text)
      : context.stdout(dialect === 'text' ? visible(text, context.terminal.stdout) : text));
  return outcome.ok ? 0 : (context.interruptedWith() ?? cliExitCode(outcome, facts));
}

/** Adds the MCP result that a client of the tool would get, for documents of `--json`. */
function withResult(outcome: Outcome, facts: Facts, { dialect: own }: CallDetails, dialect: DialectName): Outcome {
  if (dialect !== 'cli' || own !== 'contract-v1' || outcome.result !== undefined) return outcome;
  return { ...outcome, result: callToolResult(outcome, facts, own) };
}

/** The outcome with its MCP result, and its binary data saved to files where that was asked for. */
async function prepared(outcome: Outcome, facts: Facts, context: CommandContext): Promise<Prepared> {
  const isAnswered = outcome.ok || outcome.result !== undefined || outcome.content !== undefined;
  if (!isAnswered) return { outcome, files: [], found: [] };
  const whole = outcome.result ?? callToolResult(outcome, facts, 'text');
  const folder = context.flags.save === undefined ? undefined : resolve(context.cwd, context.flags.save as string);
  if (folder === undefined && dialectOf(context) !== 'text')
    return { outcome: { ...outcome, result: whole }, files: [], found: [] };
  const { result, found } = takeData(whole, 'content');
  const isWritten = context.flags.output !== undefined && found.length === 1 && folder === undefined;
  const write = async (name: string, bytes: Buffer) =>
    folder === undefined
      ? spilled(context, name, bytes, context.flags)
      : writeTo(folder, writePrivate(folder, name, bytes));
  return { outcome: { ...outcome, result }, files: isWritten ? [] : await saveAll(found, write), found };
}

/** The text within `--max-bytes`; when it is larger the whole goes to a file, and the reader is told which. */
async function bounded(
  outcome: Outcome,
  write: (outcome: Outcome, spilled?: JsonObject) => string,
  dialect: string,
  context: CommandContext,
): Promise<string> {
  const whole = write(outcome);
  const standard = flagTable['max-bytes']?.standard ?? '';
  const most = numberOf({ 'max-bytes': standard, ...context.flags }, 'max-bytes', 'size')!;
  if (Buffer.byteLength(whole) <= most) return whole;
  const bytes = Buffer.from(whole);
  const name = `${context.now().getTime()}-${randomBytes(6).toString('hex')}.${dialect === 'text' ? 'txt' : 'json'}`;
  const path = await spilled(context, name, bytes, context.flags);
  const within = (spill?: JsonObject) => {
    const print = (each: Outcome) => write(each, spill);
    return print(shortened(outcome, most, each => Buffer.byteLength(print(each))));
  };
  if (path === undefined) return within();
  const facts = { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  if (dialect !== 'cli')
    await context.stderr(`note: ${grouped(bytes.length)} bytes are too many to print; all of it: ${path}\n`);
  return within(facts);
}

/** The path of a copy in the spill folder; undefined, with a warning, where none can be made. */
function spilled(context: CommandContext, name: string, bytes: Buffer, flags: Flags): Promise<string | undefined> {
  return valueOrWarning(spill(context, name, bytes), async code => {
    const what = `${grouped(bytes.length)} bytes cannot be kept in ${spillFolder(context)} (${code})`;
    if (!flags.quiet) await context.stderr(`warning: ${what}\n`);
  });
}

function successText(outcome: Outcome, facts: Facts, files: readonly SavedFile[]): string {
  return `${resultText(outcome.result ?? callToolResult(outcome, facts, 'text'), files)}\n`;
}

function failedText(
  outcome: Exclude<Outcome, { ok: true }>,
  facts: Facts,
  files: readonly SavedFile[],
  context: CommandContext,
): string {
  const [first, ...others] = outcome.problems;
  const answer = outcome.result?.isError === true ? resultText(outcome.result, files) : '';
  // The message is the whole text of the tool.
  return failureText([answer === '' ? first : { ...first, message: answer }, ...others], facts, context);
}

/** `-o FILE`: the bytes of a result that is one piece of data, else its text. */
async function writeOutput(
  outcome: Outcome,
  facts: Facts,
  files: readonly SavedFile[],
  found: readonly FoundData[],
  context: CommandContext,
): Promise<void> {
  const path = resolve(context.cwd, context.flags.output as string);
  const blocks = outcome.result?.content;
  const isOneBlock = found.length === 1 && Array.isArray(blocks) && blocks.length === 1;
  const contents = isOneBlock ? found[0]!.bytes : successText(outcome, facts, files);
  await writeTo(path, writeFile(path, contents, { mode: 0o600 }));
}

function withDetails(document: JsonObject, facts: Facts, details: CallDetails, context: CommandContext): JsonObject {
  if (!context.flags.full || !isJsonObject(document.metadata)) return document;
  return {
    ...document,
    metadata: {
      ...document.metadata,
      duration_ms: facts.durationMs,
      request_id: facts.requestId,
      ...(details.protocolVersion !== undefined && { protocol_version: details.protocolVersion }),
      via: context.daemon === undefined ? 'direct' : 'daemon',
    },
  };
}
