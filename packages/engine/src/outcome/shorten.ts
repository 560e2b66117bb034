import { isJsonObject, type Json, type JsonObject, type Outcome, type Problem } from '@concord/contract';
import { headAndTail } from './head-and-tail.js';
import { jsonBytes } from './measure.js';

/** The share of a text is lowered to no less than this before it is given up. */
const LEAST_SHARE = 64;

/** Shortens an outcome until it has at most `limit` bytes by `measure`, or cannot be shortened further. */
export function shortened(outcome: Outcome, limit: number, measure: (outcome: Outcome) => number): Outcome {
  return fitting(share => shorter(outcome, share), limit, measure) ?? shorter(outcome, 0);
}

/** A result of MCP whose content is shortened until all has at most `limit` bytes by `measure`, its data whole; undefined where that cannot be. */
export function withShorterContent(
  result: JsonObject,
  limit: number,
  measure: (result: JsonObject) => number,
): JsonObject | undefined {
  const { content } = result;
  if (!Array.isArray(content) || result.structuredContent === undefined) return undefined;
  return fitting(share => ({ ...result, content: shorterBlocks(content, share) }), limit, measure);
}

/** What `make` gives for the largest share of bytes that was found to keep it within the limit; undefined where none does. */
function fitting<Made>(
  make: (share: number) => Made,
  limit: number,
  measure: (made: Made) => number,
): Made | undefined {
  if (measure(make(0)) > limit) return undefined;
  for (let share = limit; share > LEAST_SHARE; ) {
    const made = make(share);
    const size = measure(made);
    if (size <= limit) return made;
    share = Math.floor(share * Math.min(0.9, limit / size));
  }
  return make(0);
}

/** Texts keep their two ends within `share` bytes; data that is larger is left out. */
function shorter(outcome: Outcome, share: number): Outcome {
  const { data, result, content, text, ...rest } = outcome;
  const kept = {
    ...rest,
    ...(text !== undefined && { text: headAndTail(text, share).text }),
    ...(data !== undefined && jsonBytes(data) <= share && { data }),
    ...(content !== undefined && { content: content.map(block => shorterBlock(block, share)) }),
    ...(result !== undefined && { result: shorterResult(result, share) }),
  } as Outcome;
  if (kept.ok) return kept;
  return { ...kept, problems: kept.problems.map(each => shorterProblem(each, share)) as [Problem, ...Problem[]] };
}

function shorterProblem(problem: Problem, share: number): Problem {
  const { message, rawOutput, stderr, details } = problem;
  const tail = details?.stderrTail;
  return {
    ...problem,
    message: headAndTail(message, share).text,
    ...(rawOutput && { rawOutput: headAndTail(rawOutput, share).text }),
    ...(stderr && { stderr: headAndTail(stderr, share).text }),
    ...(typeof tail === 'string' && { details: { ...details, stderrTail: headAndTail(tail, share).text } }),
  };
}

function shorterResult(result: JsonObject, share: number): JsonObject {
  const entries = Object.entries(result).flatMap(([name, value]): [string, Json][] => {
    if (name === 'content' && Array.isArray(value)) return [[name, shorterBlocks(value, share)]];
    return jsonBytes(value) <= share || name === 'isError' ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Each block within its share, and no more of them than have room. */
function shorterBlocks(blocks: readonly Json[], share: number): readonly Json[] {
  const cut = blocks.map(block =>
    isJsonObject(block) ? shorterBlock(block, Math.floor(share / blocks.length)) : block,
  );
  const kept: Json[] = [];
  let room = share;
  for (const block of cut) {
    room -= jsonBytes(block);
    if (room < 0 && kept.length > 0) break;
    kept.push(block);
  }
  const missing = cut.length - kept.length;
  return missing === 0 ? kept : [...kept, { type: 'text', text: `[${missing} blocks omitted]` }];
}

function shorterBlock(block: JsonObject, share: number): JsonObject {
  const entries = Object.entries(block).flatMap(([name, value]): [string, Json][] => {
    if (name === 'text' && typeof value === 'string') return [[name, headAndTail(value, share).text]];
    if (name === 'resource' && isJsonObject(value)) return [[name, shorterBlock(value, share)]];
    return typeof value === 'string' && value.length <= 256
      ? [[name, value]]
      : jsonBytes(value) <= share
        ? [[name, value]]
        : [];
  });
  return Object.fromEntries(entries);
}
