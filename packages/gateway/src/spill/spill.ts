import type { Json, JsonObject, Outcome } from '@concord/contract';
import { jsonBytes, type Leaving, type Spill, type Spilled, schemaFaults, type Tool } from '@concord/engine';
import { type Store, StoreFailure } from '@concord/store';
import { ownerOf } from '../identity/owner.js';
import type { Replica } from '../identity/replica.js';
import { budgetFor, type SpillRules } from './budgets.js';
import { type KeptSpill, keep, type SpillLimits } from './keep.js';
import { isSameJson } from './same-json.js';
import { bytesOnWire, endsOf, linkTo, type Parts, partsOf, referenceTo, withParts } from './shortened.js';

export interface GatewaySpillOptions {
  readonly store: Store;
  readonly replica: Replica;
  readonly limits: () => SpillLimits;
  /** Told when something could not be kept, so that its result is cut in place of that. */
  readonly warn: (message: string) => void;
  /** Told how many bytes did not leave. */
  readonly saved: (bytes: number) => void;
}

/** Keeps results that are over their caller's budget, and lets their two ends and a link leave. */
export class GatewaySpill implements Spill {
  readonly #options: GatewaySpillOptions;
  readonly #rules: () => SpillRules;

  constructor(options: GatewaySpillOptions, rules: () => SpillRules) {
    this.#options = options;
    this.#rules = rules;
  }

  bound(leaving: Leaving): undefined | Promise<Spilled | undefined> {
    const { operation, isTool, isRedacted, server, caller, call, bytes } = leaving;
    // What leaves as it is by its contract is not kept where it would have to be masked.
    if (!isTool || !isRedacted || (operation as Tool).takesReferences || (operation as Tool).plainResults)
      return undefined;
    const budget = budgetFor(this.#rules(), operation, server, caller, call);
    // Both forms of a result are sent: together they may have twice the larger one.
    return bytes * 2 <= budget ? undefined : this.#within(leaving, budget);
  }

  async #within({ outcome, operation, caller }: Leaving, budget: number): Promise<Spilled | undefined> {
    const parts = partsOf(outcome);
    const wire = bytesOnWire(parts);
    if (wire <= budget) return undefined;
    const tool = operation as Tool;
    const compact = parts.data === undefined ? undefined : JSON.stringify(parts.data);
    const isTwin = parts.text !== undefined && compact !== undefined && isSameJson(parts.text, compact);
    if (isTwin && jsonBytes(parts.data) <= budget)
      return this.#once(outcome, wire, compact, tool.outputSchema !== undefined && !caller.readsTextOnly);
    const owner = ownerOf(caller);
    try {
      const spilled = await this.#kept(outcome, { ...parts, isTwin }, owner, budget, tool);
      if (spilled) this.#options.saved(Math.max(0, wire - bytesOnWire(partsOf(spilled.outcome))));
      return spilled;
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      this.#options.warn(`a large result of ${tool.name} could not be kept: ${error.message}`);
      return undefined;
    }
  }

  /** What fits leaves whole in one form: as data where that is promised, otherwise as a text that everybody reads. */
  #once(outcome: Outcome, wire: number, compact: string, asData: boolean): Spilled {
    const once = asData
      ? withParts(outcome, { text: '[The result is in structuredContent]', links: [] })
      : withParts(outcome, { text: compact, data: null, links: [] });
    const savedBytes = Math.max(0, wire - bytesOnWire(partsOf(once)));
    this.#options.saved(savedBytes);
    return { outcome: once, isShorter: false, notes: { result: { savedBytes }, record: { savedBytes } } };
  }

  async #kept(
    outcome: Outcome,
    parts: Parts & { readonly isTwin: boolean },
    owner: string,
    budget: number,
    tool: Tool,
  ): Promise<Spilled | undefined> {
    const { text, data, isTwin } = parts;
    const keptData =
      data !== undefined && (isTwin || jsonBytes(data) > budget / 2) ? await this.#keepJson(owner, data) : undefined;
    const isTextLarge = text !== undefined && !isTwin && Buffer.byteLength(text) > budget / 2;
    const keptText = isTextLarge ? await this.#keep(owner, text, mimeTypeOf(text)) : undefined;
    const all = [keptText, keptData].filter(each => each !== undefined);
    if (all.length === 0) return undefined;
    const shown = keptText ?? (isTwin ? keptData : undefined);
    const replaced = withParts(outcome, {
      ...(shown && { text: endsOf(text!, shown, budget) }),
      ...(keptData && { data: dataFor(keptData, outcome, tool) }),
      links: [
        ...(keptText ? [linkTo(keptText, 'the text')] : []),
        ...(keptData ? [linkTo(keptData, isTwin ? 'the result' : 'the data')] : []),
      ],
    });
    const notes = { spill: all.map(each => ({ ...each }) as unknown as JsonObject) };
    return { outcome: replaced, isShorter: true, notes: { result: notes, record: notes } };
  }

  /** Written over several lines, so that it can be read by lines. */
  #keepJson(owner: string, data: Json): Promise<KeptSpill> {
    return this.#keep(owner, JSON.stringify(data, null, 1), 'application/json');
  }

  #keep(owner: string, text: string, mimeType: string): Promise<KeptSpill> {
    const { store, replica, limits } = this.#options;
    return keep(store, replica, owner, text, mimeType, limits());
  }
}

/** The reference, where the schema of the tool has a place for it; nothing where it does not. A failure is held to no schema. */
function dataFor(kept: KeptSpill, { ok }: Outcome, { outputSchema }: Tool): JsonObject | null {
  const reference = referenceTo(kept);
  if (outputSchema === undefined || !ok) return reference;
  return schemaFaults(outputSchema, reference).length === 0 ? reference : null;
}

function mimeTypeOf(text: string): string {
  const edges = `${text.trimStart()[0] ?? ''}${text.trimEnd().at(-1) ?? ''}`;
  return edges === '{}' || edges === '[]' ? 'application/json' : 'text/plain';
}
