import { isJsonObject, type JsonObject, ProblemError, problem } from '@concord/contract';
import type { Questions } from '@concord/engine';
import type { Session } from '../session/session.js';

type Question = Questions[string];
type Capabilities = Readonly<Record<string, unknown>>;

/** What a client must have declared to be asked this; undefined when it has. */
export function missingCapability(
  question: Question,
  capabilities: Capabilities,
  session: Session,
): JsonObject | undefined {
  switch (question.method) {
    case 'sampling/createMessage':
      return capabilities.sampling === undefined ? { sampling: {} } : undefined;
    case 'roots/list':
      return capabilities.roots === undefined ? { roots: {} } : undefined;
    case 'elicitation/create':
      return missingElicitation(question.params?.mode === 'url' ? 'url' : 'form', capabilities.elicitation, session);
    default:
      return { [question.method]: {} };
  }
}

/** An empty declaration means forms; links exist from 2025-11-25 on. */
function missingElicitation(
  mode: 'form' | 'url',
  declared: unknown,
  { era, version }: Session,
): JsonObject | undefined {
  const modes = isJsonObject(declared) ? Object.keys(declared).filter(key => key === 'form' || key === 'url') : [];
  const able = isJsonObject(declared) && (modes.includes(mode) || (mode === 'form' && modes.length === 0));
  const known = mode === 'form' || era === 'modern' || (version ?? '') >= '2025-11-25';
  return able && known ? undefined : { elicitation: { [mode]: {} } };
}

/** The answer to a question that cannot be put. */
export function withoutAsking(question: Question, missing: JsonObject, insist: boolean): JsonObject {
  if (insist || question.method === 'sampling/createMessage') throw unavailable(question.method, missing);
  return question.method === 'roots/list' ? { roots: [] } : { action: 'decline' };
}

function unavailable(method: string, requiredCapabilities: JsonObject): ProblemError {
  const message = `The client cannot be asked for ${method}: it did not declare the capability`;
  return new ProblemError(problem('unavailable', message, { details: { feature: method, requiredCapabilities } }));
}
