import type { JsonObject } from '@concord/contract';
import type { Root } from '../../../call/roots.js';
import type { ToolContext } from '../../../call/tool-context.js';
import type { CallMessage, CallScope } from '../channel/messages.js';
import type { CallOutput } from './call-output.js';
import type { LazySignal } from './lazy-signal.js';

/** The context of one call. All members are the object's own, so that a module can destructure or copy it. */
export class CallContext implements ToolContext {
  readonly name: string;
  readonly requestId: string;
  declare readonly signal: AbortSignal;
  readonly meta: JsonObject;
  readonly projectRoot: string;
  readonly roots: readonly Root[];
  readonly progress: CallOutput['progress'];
  readonly log: CallOutput['log'];
  readonly elicit: CallOutput['elicit'];
  readonly elicitUrl: CallOutput['elicitUrl'];
  readonly resource: CallOutput['resource'];
  readonly #stop: LazySignal;

  constructor(
    { requestId, meta = {} }: CallMessage,
    { name, roots }: CallScope,
    projectRoot: string,
    output: CallOutput,
    stop: LazySignal,
  ) {
    this.name = name;
    this.requestId = requestId;
    this.meta = meta;
    this.projectRoot = projectRoot;
    this.roots = roots.map(root => ({ ...root }));
    this.progress = output.progress;
    this.log = output.log;
    this.elicit = output.elicit;
    this.elicitUrl = output.elicitUrl;
    this.resource = output.resource;
    this.#stop = stop;
    CallContext.#latest = stop;
    Object.defineProperty(this, 'signal', CallContext.#signal);
  }

  static #latest: LazySignal;

  /** One descriptor for all contexts: a getter per object would give each its own shape, which only a full garbage collection frees. */
  static readonly #signal: PropertyDescriptor & ThisType<object> = {
    get() {
      // Read through a proxy or an inheriting object, it is the signal of the running call.
      return (#stop in this ? this.#stop : CallContext.#latest).signal;
    },
    enumerable: true,
    configurable: true,
  };
}
