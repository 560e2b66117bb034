import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import type { Answer, JsonObject } from '../call/tool-context.js';
import { isCancelled } from './call.js';

const POLL_MS = 50;
/** Added to the server's own time limit: an answer that came after we stopped waiting would be taken for the next question's. */
const MARGIN_MS = 2_000;

/** Asks the person behind the client, by a form of this schema. Declined where the client cannot ask. */
export function elicit(message: string, schema: JsonObject): Promise<Answer> {
  return ask({ message, schema, mode: 'form' });
}

/** Sends the person behind the client to a page. */
export function elicitUrl(message: string, url: string): Promise<Answer> {
  return ask({ message, url, mode: 'url' });
}

/** Asks for a text; it is in the content under the name of the field. */
export const elicitString = (message: string, field = 'value') => elicitField(message, field, { type: 'string' });

/** Asks yes or no: `content.confirmed`. */
export const elicitConfirm = (message: string) => elicitField(message, 'confirmed', { type: 'boolean' });

/** Choices: as they are, or each with its title. */
export type Choices = readonly string[] | Readonly<Record<string, string>>;

/** Lets one be chosen: `content.choice`. */
export const elicitChoice = (message: string, choices: Choices) =>
  elicitField(message, 'choice', { type: 'string', ...choiceOf(choices, 'oneOf') });

/** Lets any number be chosen: `content.choices`. */
export const elicitMultiChoice = (message: string, choices: Choices) =>
  elicitField(message, 'choices', {
    type: 'array',
    items: Array.isArray(choices) ? { type: 'string', ...choiceOf(choices, 'anyOf') } : choiceOf(choices, 'anyOf'),
  });

function choiceOf(choices: Choices, word: 'oneOf' | 'anyOf'): JsonObject {
  if (Array.isArray(choices)) return { enum: choices as string[] };
  return { [word]: Object.entries(choices).map(([value, title]) => ({ const: value, title: title as string })) };
}

function elicitField(message: string, field: string, schema: JsonObject): Promise<Answer> {
  return elicit(message, { type: 'object', properties: { [field]: schema }, required: [field] });
}

/** One question at a time: there is one file for them. */
let last: Promise<unknown> = Promise.resolve();

function ask(question: JsonObject): Promise<Answer> {
  const answer = last.then(() => exchange(question));
  last = answer.catch(() => {});
  return answer;
}

async function exchange(question: JsonObject): Promise<Answer> {
  const { MCP_ELICIT_SUPPORTED, MCP_ELICIT_REQUEST_FILE: request, MCP_ELICIT_RESPONSE_FILE: response } = process.env;
  if (MCP_ELICIT_SUPPORTED !== '1' || !request || !response) return { action: 'decline', content: null };
  rmSync(response, { force: true });
  writeFileSync(`${request}.part`, JSON.stringify(question), { mode: 0o600 });
  renameSync(`${request}.part`, request);
  const seconds = Number(process.env.MCPBASH_ELICITATION_TIMEOUT) || 30;
  const end = performance.now() + seconds * 1_000 + MARGIN_MS;
  for (;;) {
    const answer = readAnswer(response);
    if (answer) return answer;
    const action = isCancelled() ? 'cancel' : performance.now() > end ? 'error' : undefined;
    if (action) {
      rmSync(request, { force: true });
      return { action, content: null };
    }
    await after(POLL_MS);
  }
}

function readAnswer(file: string): Answer | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  rmSync(file, { force: true });
  return JSON.parse(text) as Answer;
}
