import type { Dialect, Sink, Step } from './dialect.js';
import { csharp } from './dialects/csharp.js';
import { go } from './dialects/go.js';
import { java } from './dialects/java.js';
import { javascript, typescript } from './dialects/javascript.js';
import { python } from './dialects/python.js';

export const dialects: readonly Dialect[] = [python, java, javascript, typescript, go, csharp];

/** A handler of a web server that was made, with what is true of it. */
export interface Handler {
  readonly language: string;
  readonly sink: string;
  readonly cwe: number;
  /** Its path below the folder of all handlers. */
  readonly path: string;
  readonly text: string;
  readonly isFaulty: boolean;
  /** What it was made of, for people. */
  readonly made: string;
}

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let at = seed;
  return below => {
    at = (Math.imul(at, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (at >> 8) % below;
  };
}

const MOST_STEPS = 3;

/** Handlers of a language: for each sink as many that have the fault as that only look so. */
export function makeHandlers(dialect: Dialect, perSink: number, seed = 1): Handler[] {
  const pick = numbers(seed);
  const made: Handler[] = [];
  for (const sink of dialect.sinks) {
    for (let at = 0; at < perSink; at++) made.push(makeHandler(dialect, sink, at % 2 === 0, made.length, pick));
  }
  return made;
}

/** Why a handler is harmless. */
type Excuse = 'twin' | 'step' | 'cleaned';

function makeHandler(
  dialect: Dialect,
  sink: Sink,
  isFaulty: boolean,
  n: number,
  pick: (below: number) => number,
): Handler {
  const lines: string[] = [];
  const functions: string[] = [];
  const names: string[] = [];
  const choose = <Item>(items: readonly Item[]): Item => items[pick(items.length)]!;
  const source = choose(dialect.sources);
  const excuses: Excuse[] = ['twin'];
  if (sink.isFlow !== false) excuses.push('step', 'step', ...(sink.cleans ? (['cleaned'] as const) : []));
  const excuse = isFaulty ? undefined : choose(excuses);
  const count = pick(MOST_STEPS + 1);
  const steps: { step: Step; stops: boolean }[] = Array.from({ length: count }, () => ({
    step: choose(dialect.steps),
    stops: false,
  }));
  if (excuse === 'step') steps.splice(pick(steps.length + 1), 0, { step: choose(dialect.steps), stops: true });
  lines.push(dialect.declare('param', source));
  let value = 'param';
  for (const [at, { step, stops }] of steps.entries()) {
    const to = `bar${at}`;
    const piece = (stops ? step.stops : step.passes)(value, to, at);
    lines.push(...piece.lines);
    functions.push(...(piece.functions ?? []));
    names.push(stops ? `${step.name} that stops it` : step.name);
    value = to;
  }
  const wrapped = excuse === 'cleaned' ? sink.cleans! : isFaulty && pick(3) === 0 ? sink.cleansOther : undefined;
  if (wrapped) {
    lines.push(dialect.declare('wrapped', wrapped(value)));
    names.push(excuse === 'cleaned' ? 'cleaned' : 'cleaned for another class');
    value = 'wrapped';
  }
  lines.push(...(excuse === 'twin' ? sink.good : sink.bad)(value));
  return {
    language: dialect.language,
    sink: sink.name,
    cwe: sink.cwe,
    path: `${dialect.language}/Handler${n}.${dialect.extension}`,
    text: dialect.file(lines, functions, n),
    isFaulty,
    made: [source, ...names, excuse === 'twin' ? `twin of ${sink.name}` : sink.name].join(' → '),
  };
}
