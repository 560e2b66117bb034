import {
  type Failure,
  failure,
  isContent,
  isJsonObject,
  type Json,
  type JsonObject,
  type Outcome,
  problem,
  success,
} from '@concord/contract';
import { schemaFaults } from '@concord/engine';
import type { ToolItem } from '../project/items.js';
import type { FolderSettings } from '../project/settings.js';
import { lastBytes } from './last-bytes.js';
import { isToolResult, type Output, type ToolResult } from './output.js';
import { complaintIn, firstLineOf, tellingEnd } from './telling-end.js';

/** How a run of a tool ended. */
export interface Ended {
  /** The status, or 128 and the number of a signal. */
  readonly exitCode: number;
  readonly output: Output;
  /** Whether the output was printed rather than returned. */
  readonly printed: boolean;
  readonly stderr: string;
  /** Resources the tool put beside its output. */
  readonly embedded?: readonly JsonObject[];
}

/** The outcome of a run that was not interrupted. */
export function settleRun(ended: Ended, item: ToolItem, settings: FolderSettings): Outcome {
  const { output, exitCode, printed } = ended;
  const result =
    isToolResult(output.value, printed) && output.value.content.every(isContent) ? output.value : undefined;
  if (exitCode !== 0 || result?.isError === true) return failed(ended, result, settings);
  const fault = malformed(ended, result, item);
  if (fault !== undefined) return malformedOutput(fault, ended, item, settings);
  return succeeded(ended, result, settings);
}

function succeeded(ended: Ended, result: ToolResult | undefined, settings: FolderSettings): Outcome {
  const {
    output: { text, value: data },
    embedded = [],
  } = ended;
  const meta = metaOf(ended, settings, false);
  if (!result) {
    const printed = data === undefined ? { text, meta } : { data, text, meta };
    return success(embedded.length === 0 ? printed : { ...printed, content: embedded });
  }
  const { structuredContent } = result;
  return success({
    result: passedOn(result, embedded, meta),
    ...(structuredContent !== undefined && { data: structuredContent }),
  });
}

/** The outcome of a failed run. Its text is what the tool printed, else the first line of stderr; how a program ended is told beside that. */
function failed(ended: Ended, result: ToolResult | undefined, settings: FolderSettings): Failure {
  const { output, stderr, exitCode, printed, embedded = [] } = ended;
  const unexplained = `Tool failed with exit code ${exitCode}`;
  const message = complaintIn(stderr) ?? unexplained;
  const text = output.text.trim() === '' ? (firstLineOf(stderr) ?? unexplained) : output.text;
  const meta = metaOf(ended, settings, true);
  const end = tellingEnd(exitCode, String(meta.stderr ?? ''), text);
  const made = result ?? {
    content: [text, ...(text === unexplained || !printed ? [] : [end])].map(each => ({ type: 'text', text: each })),
    ...(isJsonObject(output.value) && { structuredContent: output.value }),
  };
  const why = problem('command_failed', message.slice(0, 2_000), { exitCode, stderr: String(meta.stderr ?? '') });
  return failure(why, { exitCode: exitCode || 1, result: { ...passedOn(made, embedded, meta), isError: true } });
}

/** The members that MCP defines for a result, with the facts of the run added to the tool's `_meta`. */
function passedOn(
  { content, structuredContent, _meta }: ToolResult,
  embedded: readonly JsonObject[],
  meta: JsonObject,
): JsonObject {
  return {
    content: [...content, ...embedded],
    ...(structuredContent !== undefined && { structuredContent }),
    _meta: { ...(isJsonObject(_meta) && _meta), ...meta },
  };
}

function metaOf({ exitCode, stderr }: Ended, settings: FolderSettings, always: boolean): JsonObject {
  const tail = settings.captureStderr ? lastBytes(stderr, settings.stderrTailBytes) : '';
  const shown = settings.captureStderr && (always || tail !== '');
  return shown ? { exitCode, stderr: tail } : { exitCode };
}

/** Why the output does not match what the tool promises; undefined when it does. */
function malformed(
  { output, printed }: Ended,
  result: ToolResult | undefined,
  { outputSchema }: ToolItem,
): string | undefined {
  if (isToolResult(output.value, printed) && !result) {
    const wrong = output.value.content.findIndex(block => !isContent(block));
    return `/content/${wrong} is no content block that MCP knows`;
  }
  if (!outputSchema) return undefined;
  const value: Json | undefined = result ? result.structuredContent : output.value;
  if (value === undefined) return result ? 'the result has no structuredContent' : 'it is not exactly one JSON value';
  const faults = schemaFaults(outputSchema, value);
  return faults.length === 0 ? undefined : faults.slice(0, 3).join('; ');
}

function malformedOutput(fault: string, { stderr }: Ended, { name }: ToolItem, settings: FolderSettings): Failure {
  const tail = settings.debugErrors && stderr !== '' ? `\n${lastBytes(stderr, settings.stderrTailBytes)}` : '';
  return failure(
    problem('malformed_output', `The output of tool '${name}' does not keep its promise: ${fault}${tail}`),
    {
      exitCode: 1,
      meta: { exitCode: 0 },
    },
  );
}
