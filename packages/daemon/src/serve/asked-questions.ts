import { isJsonObject, type Json } from '@concord/contract';
import type { StopSignal } from '@concord/engine';
import type { FrameType } from '../socket/frames.js';

/** Questions that the client of a command was told to ask, until they are answered, withdrawn, or the client is gone. */
export class AskedQuestions {
  readonly #open = new Map<number, (line?: string) => void>();
  #last = 0;
  #isOver = false;

  constructor(readonly send: (type: FrameType, body: string) => void) {}

  /** The line that was typed; undefined when the person declined, or the question came to no answer. */
  ask(question: string, withdrawn?: StopSignal): Promise<string | undefined> {
    if (this.#isOver || withdrawn?.aborted) return Promise.resolve(undefined);
    return new Promise(resolve => {
      const id = ++this.#last;
      const withdraw = () => {
        this.send('withdraw', String(id));
        settle();
      };
      const settle = (line?: string) => {
        this.#open.delete(id);
        withdrawn?.removeEventListener('abort', withdraw);
        resolve(line);
      };
      this.#open.set(id, settle);
      withdrawn?.addEventListener('abort', withdraw, { once: true });
      this.send('ask', JSON.stringify({ id, question }));
    });
  }

  /** Takes the body of an answer; one to no open question is dropped. */
  answered(body: Buffer): void {
    const { id, line } = readAnswer(body);
    this.#open.get(id)?.(line);
  }

  /** No answer will come any more. */
  end(): void {
    this.#isOver = true;
    for (const settle of [...this.#open.values()]) settle();
  }
}

function readAnswer(body: Buffer): { readonly id: number; readonly line?: string } {
  let value: Json | undefined;
  try {
    value = JSON.parse(body.toString()) as Json;
  } catch {
    value = undefined;
  }
  const { id, line } = isJsonObject(value) ? value : {};
  return { id: Number(id), ...(typeof line === 'string' && { line }) };
}
