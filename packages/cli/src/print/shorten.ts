import { isJsonObject, type Json, type JsonObject, type Outcome } from '@concord/contract';
import { headAndTail, jsonBytes } from '@concord/engine';

const MAX_ROUNDS = 12;

/** Shortens an outcome until its printed form has at most `limit` bytes, or cannot be shortened further. */
export function shortened(outcome: Outcome, limit: number, print: (outcome: Outcome) => string): string {
  let share = limit;
  for (let round = 0; round < MAX_ROUNDS; round++, share = Math.floor(share / 2)) {
    const text = print(shorter(outcome, share));
    if (Buffer.byteLength(text) <= limit) return text;
  }
  return print(shorter(outcome, 0));
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
  const [first, ...others] = kept.problems;
  const message = headAndTail(first.message, share).text;
  const tail = first.details?.stderrTail;
  const details =
    typeof tail === 'string' ? { ...first.details, stderrTail: headAndTail(tail, share).text } : first.details;
  return { ...kept, problems: [{ ...first, message, ...(details && { details }) }, ...others] };
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
