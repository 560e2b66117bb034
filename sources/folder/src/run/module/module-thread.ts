import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { JsonObject } from '@concord/contract';
import type { World } from '../../call/run-context.js';
import type { CallMessage, FromThread, Surroundings, Task, ToThread } from './channel/messages.js';
import { isPending, permit } from './channel/start-permission.js';
import { countHeard, weightOf } from './channel/unread-messages.js';
import { endDescendantsOf } from './descendants.js';
import { exhaustion, HEAP_MEBIBYTES, unwatchMemory, type WatchedThread, watchMemory } from './memory-watch.js';
import { type Joined, neverWaitFor } from './stuck-threads.js';

/** Threads start from what was compiled, also where this file has not been. */
const compiled = import.meta.url.endsWith('.ts') ? '../../../dist/run/module/' : './';
const program = new URL(`${compiled}module-worker.js`, import.meta.url);
const authors = new URL(compiled === './' ? '../../helpers/tool.js' : '../../../dist/helpers/tool.js', import.meta.url);
const GRACE_MS = 1_000;

/** How a thread ended: with a status of its own, or by an error nobody caught. */
export interface ThreadEnd {
  readonly exitCode: number;
  readonly message?: string;
}

/** What whoever uses a thread hears of it. */
export interface ThreadListener {
  said(message: FromThread): void;
  ended(end: ThreadEnd): void;
}

/** One thread that has a module loaded and serves one call at a time. */
export class ModuleThread implements WatchedThread, Joined {
  /** What the module says of itself; rejects with the reason when it cannot be used. */
  readonly loaded: Promise<JsonObject | undefined>;
  /** Resolves when the thread is gone. */
  readonly ended: Promise<ThreadEnd>;
  readonly #worker: Worker;
  /** A port of our own: those of a worker take two steps more for each message. */
  readonly #port: MessagePort;
  /** When it was told to end. */
  toldToEndAt: number | undefined;
  readonly #shared: Int32Array;
  #calls = 0;
  #surroundings: Surroundings | undefined;
  #listener: ThreadListener | undefined;
  #isLoaded = false;
  #loading!: { readonly resolve: (meta?: JsonObject) => void; readonly reject: (reason: Error) => void };

  constructor(module: string, { project, environment, settings }: Pick<World, 'project' | 'environment' | 'settings'>) {
    const shared = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);
    this.#shared = new Int32Array(shared);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const task: Task = {
      port: port2,
      module,
      projectRoot: project.root,
      authors: authors.href,
      debugErrors: settings.debugErrors,
      maxBytes: Math.max(settings.maxOutputBytes, settings.maxStderrBytes),
      shared,
    };
    this.#worker = new Worker(program, {
      workerData: task,
      transferList: [port2],
      env: { ...environment },
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
    });
    let last: string | undefined;
    this.#worker.on('error', error => {
      last = error instanceof Error ? error.message : String(error);
    });
    this.loaded = new Promise((resolve, reject) => {
      this.#loading = { resolve, reject };
    });
    port1.on('message', (message: FromThread) => this.#hear(message));
    this.ended = new Promise(resolve => {
      this.#worker.once('exit', code => {
        this.#hearTheRest();
        resolve({ exitCode: code, ...(last !== undefined && { message: last }) });
      });
    });
    void this.ended.then(end => {
      this.#loading.reject(new Error(end.message ?? 'it ended the thread it was loaded in'));
      this.#listener?.ended(end);
    });
    neverWaitFor(this);
    watchMemory(this);
    const rests = () => this.#listener ?? unwatchMemory(this);
    this.loaded.then(rests, rests);
    void this.ended.then(() => unwatchMemory(this));
    // A thread that waits for work is no reason to go on.
    this.#worker.unref();
    port1.unref();
  }

  /** Whether `loaded` has resolved: nobody needs to wait for it then. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  #hear(message: FromThread): void {
    try {
      countHeard(this.#shared, weightOf(message));
      if (message.type === 'loaded') {
        this.#isLoaded = true;
        this.#loading.resolve(message.meta);
      } else if (message.type === 'unusable') this.#loading.reject(new Error(message.message));
      else this.#listener?.said(message);
    } catch {
      // Not from us: a module has found the port of its thread. That is no reason for all others to end.
      this.#endBecause('The module said what its thread would not say');
    }
  }

  /** What a thread said at last can come later than its end. */
  #hearTheRest(): void {
    for (let next = receiveMessageOnPort(this.#port); next; next = receiveMessageOnPort(this.#port))
      this.#hear(next.message as FromThread);
  }

  tell(message: ToThread): void {
    this.#port.postMessage(message);
  }

  /** Hands it a call, which begins when it is permitted. */
  call(args: JsonObject, requestId: string, { name, roots }: Surroundings, meta?: JsonObject): void {
    // Set one by one: to spread optional members into an object for every call costs microseconds.
    const message: { -readonly [Member in keyof CallMessage]: CallMessage[Member] } = { type: 'call', requestId, args };
    if (meta) message.meta = meta;
    if (name !== this.#surroundings?.name || roots !== this.#surroundings.roots)
      message.surroundings = this.#surroundings = { name, roots };
    this.#calls++;
    this.tell(message);
  }

  /** Lets it begin the call it was handed. */
  permit(): void {
    permit(this.#shared);
  }

  /** Of a thread that is gone: whether an earlier call ended it before the one it was handed began. Another thread can serve that. */
  get wasGoneBefore(): boolean {
    return this.#calls > 1 && isPending(this.#shared);
  }

  /** Whoever serves a call hears what the thread says. */
  listen(listener: ThreadListener | undefined): void {
    this.#listener = listener;
    if (listener) {
      watchMemory(this);
      this.#worker.ref();
    } else {
      unwatchMemory(this);
      this.#worker.unref();
    }
  }

  get isBusy(): boolean {
    return this.#listener !== undefined;
  }

  /** Asks it to stop, and ends it a second later, also out of a busy loop; `onEnd` is told then. Returns the way to call that off. */
  stop(onEnd: () => void): () => void {
    this.tell({ type: 'stop' });
    const timer = setTimeout(() => {
      this.end();
      onEnd();
    }, GRACE_MS);
    return () => clearTimeout(timer);
  }

  /** What the system calls it; 0 until it has said so. */
  get systemId(): number {
    return Atomics.load(this.#shared, 1);
  }

  /** It took more memory than it may: it is ended, and whoever waits for it is told at once. Resolves when it is gone. */
  exhausted(): Promise<ThreadEnd> {
    this.#endBecause(exhaustion);
    return this.ended;
  }

  #endBecause(message: string): void {
    this.end();
    this.#listener?.ended({ exitCode: 1, message });
  }

  /** Ends it, with all that it has started: a thread that waits for a child of its own would not come to its end before that. */
  end(): void {
    if (this.toldToEndAt !== undefined) return;
    this.toldToEndAt = performance.now();
    endDescendantsOf(this.systemId);
    void this.#worker.terminate();
  }
}
