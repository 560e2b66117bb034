import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { JsonObject } from '@concord/contract';
import type { RunContext } from '../../call/run-context.js';
import type { CallMessage, CallScope, FromThread, Task, ToThread } from './channel/messages.js';
import { isPending, permit } from './channel/start-permission.js';
import { countReceived, weightOf } from './channel/unread-messages.js';
import { endDescendantsOf } from './descendants.js';
import { HEAP_MEBIBYTES, memoryExhausted, unwatchMemory, type WatchedThread, watchMemory } from './memory-watch.js';
import { exitWithoutWaitingFor, type JoinedThread } from './stuck-threads.js';

/** Threads start from compiled code, also where this file runs uncompiled. */
const compiled = import.meta.url.endsWith('.ts') ? '../../../dist/run/module/' : './';
const program = new URL(`${compiled}module-worker.js`, import.meta.url);
const authors = new URL(compiled === './' ? '../../helpers/tool.js' : '../../../dist/helpers/tool.js', import.meta.url);
const GRACE_MS = 1_000;

/** How a thread ended: with an exit code, or by an uncaught error. */
export interface ThreadEnd {
  readonly exitCode: number;
  readonly message?: string;
}

/** Gets the messages and the end of a thread during a call. */
export interface ThreadListener {
  message(message: FromThread): void;
  ended(end: ThreadEnd): void;
}

/** One thread that has a module loaded and serves one call at a time. */
export class ModuleThread implements WatchedThread, JoinedThread {
  /** The `meta` of the module. Rejects with the reason when the module cannot be used. */
  readonly loaded: Promise<JsonObject | undefined>;
  /** Resolves when the thread has ended. */
  readonly ended: Promise<ThreadEnd>;
  readonly #worker: Worker;
  /** A message channel of its own: the worker's built-in one takes two steps more for each message. */
  readonly #port: MessagePort;
  /** When `end` was called. */
  endRequestedAt: number | undefined;
  readonly #shared: Int32Array;
  #calls = 0;
  #scope: CallScope | undefined;
  #listener: ThreadListener | undefined;
  #isLoaded = false;
  #loading!: { readonly resolve: (meta?: JsonObject) => void; readonly reject: (reason: Error) => void };

  constructor(
    module: string,
    { project, environment, settings }: Pick<RunContext, 'project' | 'environment' | 'settings'>,
  ) {
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
    port1.on('message', (message: FromThread) => this.#receive(message));
    this.ended = new Promise(resolve => {
      this.#worker.once('exit', code => {
        this.#receiveTheRest();
        resolve({ exitCode: code, ...(last !== undefined && { message: last }) });
      });
    });
    void this.ended.then(end => {
      this.#loading.reject(new Error(end.message ?? 'it ended the thread it was loaded in'));
      this.#listener?.ended(end);
    });
    exitWithoutWaitingFor(this);
    watchMemory(this);
    const rests = () => this.#listener ?? unwatchMemory(this);
    this.loaded.then(rests, rests);
    void this.ended.then(() => unwatchMemory(this));
    // An idle thread must not keep the process alive.
    this.#worker.unref();
    port1.unref();
  }

  /** Whether `loaded` has resolved. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  #receive(message: FromThread): void {
    try {
      countReceived(this.#shared, weightOf(message));
      if (message.type === 'loaded') {
        this.#isLoaded = true;
        this.#loading.resolve(message.meta);
      } else if (message.type === 'unusable') this.#loading.reject(new Error(message.message));
      else this.#listener?.message(message);
    } catch {
      // The message is not from our code: the module has found the port of its thread. Only this thread is ended.
      this.#endBecause('The module said what its thread would not say');
    }
  }

  /** Reads the messages that arrive after the thread's end. */
  #receiveTheRest(): void {
    for (let next = receiveMessageOnPort(this.#port); next; next = receiveMessageOnPort(this.#port))
      this.#receive(next.message as FromThread);
  }

  send(message: ToThread): void {
    this.#port.postMessage(message);
  }

  /** Hands it a call, which begins when `permit` is called. */
  call(args: JsonObject, requestId: string, { name, roots }: CallScope, meta?: JsonObject): void {
    // Members are set one by one: spreading optional ones costs microseconds for every call.
    const message: { -readonly [Member in keyof CallMessage]: CallMessage[Member] } = { type: 'call', requestId, args };
    if (meta) message.meta = meta;
    if (name !== this.#scope?.name || roots !== this.#scope.roots) message.scope = this.#scope = { name, roots };
    this.#calls++;
    this.send(message);
  }

  /** Lets it begin the call it was handed. */
  permit(): void {
    permit(this.#shared);
  }

  /** Of an ended thread: whether an earlier call ended it before the last one began, so that another thread can serve that one. */
  get endedBeforeCall(): boolean {
    return this.#calls > 1 && isPending(this.#shared);
  }

  /** Sets who gets its messages. Between calls nobody does. */
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

  /** Asks it to stop, and ends it a second later, also out of a busy loop; then calls `onEnd`. Returns a function that cancels the end. */
  stop(onEnd: () => void): () => void {
    this.send({ type: 'stop' });
    const timer = setTimeout(() => {
      this.end();
      onEnd();
    }, GRACE_MS);
    return () => clearTimeout(timer);
  }

  /** Its thread id in the system; 0 until it is known. */
  get systemId(): number {
    return Atomics.load(this.#shared, 1);
  }

  /** Ends it because it took too much memory, and fails its call at once. Resolves when it has ended. */
  endForMemory(): Promise<ThreadEnd> {
    this.#endBecause(memoryExhausted);
    return this.ended;
  }

  #endBecause(message: string): void {
    this.end();
    this.#listener?.ended({ exitCode: 1, message });
  }

  /** Ends it and the processes it has started: a thread that waits for a child synchronously does not end before the child. */
  end(): void {
    if (this.endRequestedAt !== undefined) return;
    this.endRequestedAt = performance.now();
    endDescendantsOf(this.systemId);
    void this.#worker.terminate();
  }
}
