import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { median } from '../harness.js';

/** A command line that is run to its end, and timed from its start to its exit. */
export interface Case {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Not timed: what has to be so before each run. */
  readonly before?: () => Promise<unknown>;
  /** Not timed: what has to be undone after each run. */
  readonly after?: () => Promise<unknown>;
}

/** How many times as long `subject` takes as `against`. */
export interface Claim {
  readonly subject: string;
  readonly against: string;
  readonly atMost: number;
}

/** Fewer are enough to see that everything runs. */
const ROUNDS = Number(process.env.CONCORD_BENCH_ROUNDS) || 20;
const WARM_UP = 2;
const SAMPLES = 2_000;

/** Runs every case once a round, in random order, and prints medians and how they compare. Gives how many claims do not hold. */
export async function compare(
  title: string,
  cases: Readonly<Record<string, Case>>,
  claims: readonly Claim[],
  rounds = ROUNDS,
): Promise<number> {
  const times = new Map(Object.keys(cases).map(name => [name, [] as number[]]));
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const name of shuffled(Object.keys(cases))) {
      const elapsed = await timed(name, cases[name]!);
      if (round >= 0) times.get(name)!.push(elapsed);
    }
  }
  console.log(`${title} (${rounds} rounds, load ${loadavg()[0]!.toFixed(1)})`);
  const width = Math.max(...[...times.keys()].map(name => name.length));
  for (const [name, each] of times)
    console.log(
      `  ${name.padEnd(width)} median ${median(each).toFixed(1).padStart(8)} ms   least ${Math.min(...each)
        .toFixed(1)
        .padStart(8)} ms`,
    );
  const missed = claims.filter(claim => !told(claim, times));
  console.log('');
  return missed.length;
}

function told({ subject, against, atMost }: Claim, times: ReadonlyMap<string, readonly number[]>): boolean {
  const [own, other] = [times.get(subject), times.get(against)];
  if (own === undefined || other === undefined) return true;
  const ratio = median(own) / median(other);
  const [low, high] = interval(own, other);
  const verdict = ratio <= atMost ? 'pass' : 'MISSED';
  const said =
    atMost < 1
      ? `${(1 / ratio).toFixed(2)}x faster than`
      : `${ratio.toFixed(2)}x [${low.toFixed(2)}, ${high.toFixed(2)}] the time of`;
  const wanted = atMost < 1 ? `at least ${(1 / atMost).toFixed(1)}x` : `at most ${atMost}x`;
  console.log(`  ${verdict}: ${subject} is ${said} ${against}, ${wanted}`);
  return ratio <= atMost;
}

/** Where 95 of 100 ratios of medians fall when the rounds are drawn again at random. */
function interval(own: readonly number[], other: readonly number[]): readonly [number, number] {
  const drawn = (values: readonly number[]) => values.map(() => values[Math.floor(Math.random() * values.length)]!);
  const ratios = Array.from({ length: SAMPLES }, () => median(drawn(own)) / median(drawn(other))).sort((a, b) => a - b);
  return [ratios[Math.floor(SAMPLES * 0.025)]!, ratios[Math.floor(SAMPLES * 0.975)]!];
}

async function timed(name: string, { argv, env, before, after }: Case): Promise<number> {
  await before?.();
  const [command, ...args] = argv;
  const started = performance.now();
  const child = spawn(command!, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = 0;
  let complaint = '';
  child.stdout!.on('data', (bytes: Buffer) => {
    printed += bytes.length;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-1_000);
  });
  const exited = new Promise<number>(resolve => child.once('exit', () => resolve(performance.now() - started)));
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  if (code !== 0) throw new Error(`${name} exited with ${code} after ${printed} bytes: ${complaint}`);
  const elapsed = await exited;
  await after?.();
  return elapsed;
}

function shuffled(names: readonly string[]): readonly string[] {
  const keyed = names.map(name => [Math.random(), name] as const);
  return keyed.sort(([one], [other]) => one - other).map(([, name]) => name);
}
