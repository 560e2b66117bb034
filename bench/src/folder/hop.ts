import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** Hands a message to another thread and gives back what it says: the least a tool in a thread costs. */
export class Hop {
  readonly #worker = new Worker(new URL(import.meta.url), { execArgv: [] });
  readonly #waiting = new Map<number, (message: string) => void>();
  #id = 0;

  constructor() {
    this.#worker.on('message', ({ id, message }: { id: number; message: string }) => {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    });
  }

  there(message: string): Promise<string> {
    const id = ++this.#id;
    return new Promise(resolve => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ id, message });
    });
  }
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  port.on('message', message => port.postMessage(message));
}
