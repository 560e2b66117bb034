import { pathToFileURL } from 'node:url';
import type { Json } from '@concord/contract';
import { whenAborted } from '@concord/engine';
import type { RunContext } from '../call/run-context.js';
import { type CallScope, endings, type FromThread } from '../run/module/channel/messages.js';
import { ModuleThread } from '../run/module/module-thread.js';
import type { Question, Rule } from './project-rule.js';

/** A rule has no roots. */
const roots: CallScope['roots'] = [];

/** A rule exported by a module, in its own thread. */
export class ModuleRule implements Rule {
  isGone = false;
  readonly #thread: ModuleThread;

  constructor(file: string, context: RunContext) {
    this.#thread = new ModuleThread(pathToFileURL(file).href, context);
    void this.#thread.ended.then(() => {
      this.isGone = true;
    });
  }

  async decide(question: Question, signal: AbortSignal): Promise<Json | undefined> {
    try {
      return await this.#ask(question, signal);
    } finally {
      this.#thread.listen(undefined);
    }
  }

  close(): void {
    this.#thread.end();
  }

  async #ask(question: Question, signal: AbortSignal): Promise<Json | undefined> {
    const last = await new Promise<FromThread>((resolve, reject) => {
      const late = whenAborted(signal, () => reject(new Error('it did not decide in time')));
      const settle = (message: FromThread) => {
        late();
        resolve(message);
      };
      this.#thread.listen({
        message: message => endings.has(message.type) && settle(message),
        ended: ({ message = 'it ended its thread' }) => reject(new Error(message)),
      });
      this.#thread.loaded.then(() => {
        this.#thread.call({ ...question }, '', { name: question.name, roots });
        this.#thread.permit();
      }, reject);
    });
    if (last.type === 'result') return last.json === undefined ? undefined : (JSON.parse(last.json) as Json);
    throw new Error(
      'message' in last && last.message !== undefined ? last.message : 'it gave nothing that can be read',
    );
  }
}
