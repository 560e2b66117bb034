import { failure, isJsonObject, type JsonObject, type Outcome, problem, success } from '@concord/contract';
import { toldIn } from './told.js';

const LONGEST_MESSAGE = 2_000;

/** The Outcome of a result of an upstream server. It holds the result itself, whatever that contains. */
export function outcomeOf(result: JsonObject): Outcome {
  const text = textIn(result);
  const output = {
    ...(text !== '' && { text }),
    ...(result.structuredContent !== undefined && { data: result.structuredContent }),
    result,
  };
  if (result.isError !== true) return success(output);
  const message = text.slice(0, LONGEST_MESSAGE) || 'The tool failed without saying why';
  const { kind = 'command_failed' as const, ...more } = toldIn(result._meta)?.problem ?? {};
  const found = problem(kind, message, more);
  return failure(found, { ...output, exitCode: 1 });
}

/** All text blocks, one after the other. */
function textIn({ content }: JsonObject): string {
  if (!Array.isArray(content)) return '';
  const blocks = content.filter(
    block => isJsonObject(block) && block.type === 'text' && typeof block.text === 'string',
  );
  return blocks.map(block => (block as JsonObject).text as string).join('\n');
}
