import { isJsonObject, type Json, type JsonObject } from '@concord/contract';
import { type Questions, schemaFaults } from '@concord/engine';

type Question = Questions[string];

/** An answer that can be given to the tool, or undefined when it is none. */
export function readAnswer(
  question: Question,
  given: Json | undefined,
  warn: (message: string) => void,
): JsonObject | undefined {
  if (!isJsonObject(given)) return undefined;
  switch (question.method) {
    case 'elicitation/create':
      return readElicited(question, given, warn);
    case 'roots/list':
      return Array.isArray(given.roots) ? given : undefined;
    default:
      return given.content === undefined ? undefined : given;
  }
}

const actions: readonly Json[] = ['accept', 'decline', 'cancel'];

/** Accepted content that breaks the form counts as a refusal: the tool never sees it. */
function readElicited(question: Question, given: JsonObject, warn: (message: string) => void): JsonObject | undefined {
  const { action, content } = given;
  if (action === undefined || !actions.includes(action)) return undefined;
  const schema = question.params?.requestedSchema;
  if (action !== 'accept' || !isJsonObject(schema)) return given;
  if (schemaFaults(schema, content ?? {}).length === 0) return given;
  warn('The content of an accepted elicitation does not fit its form');
  return { action: 'decline' };
}
