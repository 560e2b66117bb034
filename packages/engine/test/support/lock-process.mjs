// A process that wants locks, for the tests: argv[2] is the compiled module, argv[3] says in JSON what to do.
import { appendFileSync, writeSync } from 'node:fs';

const [, , module, text] = process.argv;
const { createObservedLocks } = await import(module);
const order = JSON.parse(text);

function dieNow() {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

const say = line => writeSync(1, `${line}\n`);
const log = line => appendFileSync(order.log, `${line} ${process.pid}\n`);
const request = mode => ({ keys: [{ key: order.key, mode }], operation: order.operation ?? 'contend', target: 'test' });
const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

const actions = {
  /** Holds the lock until killed. */
  async hold() {
    const lease = await createObservedLocks({ directory: order.directory }, () => {}).acquire(request('write'));
    say(JSON.stringify(lease));
    setInterval(() => {}, 1_000);
  },

  /** Takes and releases the lock, and dies the first time it comes to a step. */
  async dieAt() {
    const atStep = step => step === order.step && dieNow();
    const locks = createObservedLocks({ directory: order.directory }, atStep);
    const lease = await locks.acquire(request('write'), { waitMs: 5_000 });
    await lease.release?.();
    say('survived');
  },

  /** Takes and releases the lock a number of times, and counts in a file in a way that only exclusion makes right. */
  async count() {
    const { readFileSync, writeFileSync } = await import('node:fs');
    const locks = createObservedLocks({ directory: order.directory }, () => {});
    for (let round = 0; round < order.rounds; round += 1) {
      const lease = await locks.acquire(request('write'), { waitMs: 60_000 });
      const before = Number(readFileSync(order.log, 'utf8'));
      await sleep(0);
      writeFileSync(order.log, String(before + 1));
      await lease.release();
    }
  },

  /** Takes and releases the lock for ever, logs each time it is in and out, and now and then dies between two steps. */
  async contend() {
    const perhapsDie = probability => {
      if (Math.random() >= probability) return;
      log('die');
      dieNow();
    };
    const locks = createObservedLocks({ directory: order.directory }, () => perhapsDie(order.deathPerStep));
    for (;;) {
      const mode = Math.random() < order.readers ? 'read' : 'write';
      const lease = await locks.acquire(request(mode), { waitMs: Math.random() < 0.1 ? 0 : 30_000 });
      if (!lease.held) {
        log('conflict');
        await sleep(1 + Math.random() * 10);
        continue;
      }
      log(`enter-${mode}`);
      if (Math.random() < 0.5) await sleep(Math.random() * 5);
      perhapsDie(order.deathInside);
      log(`leave-${mode}`);
      await lease.release();
    }
  },
};

await actions[order.action]();
