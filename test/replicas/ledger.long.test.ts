import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { postgresPrograms } from '../support/postgres.js';
import { Cluster, callTool, outcomeOf, type Reply, textOf } from './cluster.js';

const CALLS = 10_000;
const REPEATED = 0.3;
const AT_ONCE = 48;

/** How a call under a key was answered in the end. */
type Answer = 'done' | 'unknown';

describe.skipIf(postgresPrograms === undefined)('calls under keys, while replicas are killed', () => {
  it(`take effect once: ${CALLS} calls over three replicas, one killed every two seconds`, async () => {
    const cluster = await Cluster.start(3);
    try {
      await run(cluster);
    } finally {
      await cluster.remove();
    }
  });
});

async function run(cluster: Cluster): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const answers = new Map<string, Set<Answer>>();
  const seen = { attempts: 0, replayed: 0, broken: 0, refused: 0, kills: 0 };
  let next = 0;
  let isOver = false;

  const killer = (async () => {
    while (!isOver) {
      await sleep(2_000);
      const living = cluster.replicas.filter(({ isRunning }) => isRunning);
      if (isOver || living.length < 3) continue;
      await living[Math.floor(Math.random() * living.length)]!.end('SIGKILL');
      seen.kills += 1;
      await cluster.add();
    }
  })();

  const portOf = (): number => {
    const living = cluster.replicas.filter(({ isRunning }) => isRunning);
    return living[Math.floor(Math.random() * living.length)]!.port;
  };

  /** Calls until there is an answer that says how it ended. */
  const callOnce = async (key: string): Promise<Answer> => {
    for (;;) {
      seen.attempts += 1;
      let reply: Reply;
      try {
        reply = await callTool(portOf(), 'effect', { key }, { key, agent });
      } catch {
        seen.broken += 1;
        await sleep(10);
        continue;
      }
      const outcome = outcomeOf(reply);
      if (reply.message.result?.isError !== true && reply.message.result !== undefined) {
        expect(textOf(reply)).toBe(`done ${key}`);
        if (outcome.replayed === true) seen.replayed += 1;
        return 'done';
      }
      if (outcome.state === 'unknown') return 'unknown';
      // Every failure is typed, and says that nothing was done.
      expect(outcome).toMatchObject({ ok: false, state: 'not_started' });
      seen.refused += 1;
      await sleep(20);
    }
  };

  const work = async (): Promise<void> => {
    while (next < CALLS) {
      const index = next++;
      const isRepeat = index > 100 && Math.random() < REPEATED;
      const key = `key-${isRepeat ? Math.floor(Math.random() * index) : index}`;
      const answer = await callOnce(key);
      answers.set(key, (answers.get(key) ?? new Set<Answer>()).add(answer));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  isOver = true;
  await killer;
  agent.destroy();

  const effects = cluster.noted('effect');
  const done = [...answers].filter(([, each]) => each.has('done')).map(([key]) => key);
  const onlyUnknown = [...answers].filter(([, each]) => !each.has('done')).map(([key]) => key);
  console.log(
    JSON.stringify({
      ...seen,
      keys: answers.size,
      done: done.length,
      unknown: onlyUnknown.length,
      effects: effects.length,
    }),
  );
  expect(seen.kills).toBeGreaterThan(3);
  expect(seen.replayed).toBeGreaterThan(1_000);
  // None twice.
  expect(effects.length).toBe(new Set(effects).size);
  // What was answered as done was done, and nothing else but what nobody knows of.
  const took = new Set(effects);
  expect(done.filter(key => !took.has(key))).toEqual([]);
  expect(effects.length).toBeGreaterThanOrEqual(done.length);
  expect(effects.length).toBeLessThanOrEqual(done.length + onlyUnknown.length);
}
