import type { JsonObject } from '@concord/contract';
import type { Root } from '../../../call/roots.js';
import type { ToolContext } from '../../../call/tool-context.js';
import type { CallMessage, Surroundings } from '../channel/messages.js';
import type { Voice } from './call-output.js';
import type { LateSignal } from './lazy-signal.js';

/** What a module is told of one call. All of it are members of its own, so that a module can take it apart or copy it. */
export class CallContext implements ToolContext {
  readonly name: string;
  readonly requestId: string;
  declare readonly signal: AbortSignal;
  readonly meta: JsonObject;
  readonly projectRoot: string;
  readonly roots: readonly Root[];
  readonly progress: Voice['progress'];
  readonly log: Voice['log'];
  readonly elicit: Voice['elicit'];
  readonly elicitUrl: Voice['elicitUrl'];
  readonly resource: Voice['resource'];
  readonly #stop: LateSignal;

  constructor(
    { requestId, meta = {} }: CallMessage,
    { name, roots }: Surroundings,
    projectRoot: string,
    voice: Voice,
    stop: LateSignal,
  ) {
    this.name = name;
    this.requestId = requestId;
    this.meta = meta;
    this.projectRoot = projectRoot;
    this.roots = roots.map(root => ({ ...root }));
    this.progress = voice.progress;
    this.log = voice.log;
    this.elicit = voice.elicit;
    this.elicitUrl = voice.elicitUrl;
    this.resource = voice.resource;
    this.#stop = stop;
    CallContext.#latest = stop;
    Object.defineProperty(this, 'signal', CallContext.#signal);
  }

  static #latest: LateSignal;

  /** One for all: a getter of each object's own would give each a shape of its own, which only a full collection frees. */
  static readonly #signal: PropertyDescriptor & ThisType<object> = {
    get() {
      // Asked through a proxy, or by what inherits from it, it is about the call that runs.
      return (#stop in this ? this.#stop : CallContext.#latest).signal;
    },
    enumerable: true,
    configurable: true,
  };
}
