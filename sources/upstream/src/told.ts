import { catalog, isJsonObject, type Json, type Kind, type Problem, type State } from '@concord/contract';

/** What a server that keeps our contract says of a failure. */
export interface Told {
  readonly problem: Pick<Problem, 'kind' | 'retryable' | 'retryAfterMs'>;
  readonly state: State | undefined;
}

const states: readonly unknown[] = ['not_started', 'finished', 'unknown'] satisfies State[];

/** Reads the account of a call that stands in `_meta` of its result, or of the data of its error. */
export function toldIn(meta: Json | undefined): Told | undefined {
  const outcome = isJsonObject(meta) ? meta['io.concord/outcome'] : undefined;
  if (!isJsonObject(outcome)) return undefined;
  const [first] = Array.isArray(outcome.problems) ? outcome.problems : [];
  if (!isJsonObject(first) || typeof first.kind !== 'string' || !Object.hasOwn(catalog, first.kind)) return undefined;
  const { retryAfterMs: after, state } = outcome;
  return {
    problem: {
      kind: first.kind as Kind,
      retryable: first.retryable === true,
      ...(typeof after === 'number' && after >= 0 && { retryAfterMs: after }),
    },
    state: states.includes(state) ? (state as State) : undefined,
  };
}
