import {
  catalog,
  failure,
  isJsonObject,
  type JsonObject,
  type Kind,
  type Outcome,
  problem,
  success,
} from '@concord/contract';

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
  const told = toldKind(result);
  const message = text.slice(0, LONGEST_MESSAGE) || 'The tool failed without saying why';
  const found = problem(told?.kind ?? 'command_failed', message, told ? { retryable: told.retryable } : {});
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

/** A server that keeps our contract says what kind of failure it was. */
function toldKind({ _meta }: JsonObject): { kind: Kind; retryable: boolean } | undefined {
  const outcome = isJsonObject(_meta) ? _meta['io.concord/outcome'] : undefined;
  const [first] = isJsonObject(outcome) && Array.isArray(outcome.problems) ? outcome.problems : [];
  if (!isJsonObject(first) || typeof first.kind !== 'string' || !Object.hasOwn(catalog, first.kind)) return undefined;
  return { kind: first.kind as Kind, retryable: first.retryable === true };
}
