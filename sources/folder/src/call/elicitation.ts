import { existsSync, unlinkSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '@concord/contract';
import type { Call } from '@concord/engine';
import type { CallFiles } from './call-files.js';
import { readToolFile } from './tool-file-read.js';

const LARGEST_QUESTION = 1_048_576;

/** Puts the questions a tool writes into a file to the caller, one after the other, and writes down the answers. */
export class Elicitation {
  readonly #files: CallFiles;
  readonly #call: Call;
  #asking = false;
  #asked = 0;

  constructor(files: CallFiles, call: Call) {
    this.#files = files;
    this.#call = call;
  }

  /** Asks the question that the tool has written, if any. A half-written one is left until it is complete. */
  look(): void {
    if (this.#asking) return;
    const question = this.#read();
    if (question === undefined) return;
    this.#asking = true;
    void askFor(question, `elicitation-${this.#asked++}`, this.#call)
      .catch((): JsonObject => ({ action: 'error' }))
      .then(answer => this.#answer(answer))
      .finally(() => {
        this.#asking = false;
      });
  }

  #read(): JsonObject | undefined {
    const path = this.#files.path('ask');
    if (!existsSync(path)) return undefined;
    try {
      const bytes = readToolFile(path, LARGEST_QUESTION + 1);
      if (bytes === undefined) return undefined;
      if (bytes.length > LARGEST_QUESTION) return this.#taken(path, { tooLarge: true });
      const question: unknown = JSON.parse(bytes.toString());
      return this.#taken(path, isJsonObject(question) ? question : {});
    } catch {
      return undefined;
    }
  }

  #taken(path: string, question: JsonObject): JsonObject {
    unlinkSync(path);
    return question;
  }

  #answer(answer: JsonObject): void {
    try {
      this.#files.writeWhole('answer', JSON.stringify(answer));
    } catch {
      // The call is over, and its files are gone.
    }
  }
}

/** Asks the client. The answer's action is `error` when the question is malformed. */
export async function askFor(question: JsonObject, key: string, call: Pick<Call, 'ask'>): Promise<JsonObject> {
  const { message, schema, url, mode } = question;
  if (typeof message !== 'string') return { action: 'error' };
  const isUrl = mode === 'url' || typeof url === 'string';
  if (isUrl && typeof url !== 'string') return { action: 'error' };
  const params: JsonObject = isUrl
    ? { mode: 'url', message, url: url as string, elicitationId: key }
    : { message, requestedSchema: isJsonObject(schema) ? schema : { type: 'object', properties: {} } };
  const answer = (await call.ask({ [key]: { method: 'elicitation/create', params } }))[key] ?? { action: 'decline' };
  const { action = 'decline', content } = answer;
  return { action, content: content ?? null };
}
