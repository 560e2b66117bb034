import { expect, it } from 'vitest';
import { runProcess } from '../run/run-process.js';
import { endAllGroups, killAllGroups, processGroups } from './process-groups.js';

function start(script: string) {
  const limits = { timeoutMs: 120_000, maxStdoutBytes: 100, maxStderrBytes: 100, overflow: 'stop' as const };
  let ready = (): void => {};
  const begun = new Promise<void>(resolve => {
    ready = resolve;
  });
  const run = runProcess({ command: '/bin/sh', args: ['-c', script], env: {}, onStdout: ready, ...limits });
  return { begun, run };
}

it('ends what is asked to end, and kills the rest after the grace', async () => {
  const willing = start('echo; exec sleep 3600');
  const stubborn = start(`trap '' TERM; echo; while :; do sleep 0.05; done`);
  await Promise.all([willing.begun, stubborn.begun]);
  expect(processGroups.size).toBe(2);
  expect([...processGroups]).toHaveLength(2);
  const started = performance.now();
  await endAllGroups(150);
  expect(performance.now() - started).toBeGreaterThan(140);
  expect(processGroups.size).toBe(0);
  expect(await willing.run).toMatchObject({ end: 'signalled', signal: 'SIGTERM' });
  expect(await stubborn.run).toMatchObject({ end: 'signalled', signal: 'SIGKILL' });
});

it('does not wait longer than needed, and kills without asking', async () => {
  const willing = start('echo; exec sleep 3600');
  await willing.begun;
  // The grace is longer than a test may take.
  await endAllGroups(3_600_000);
  const other = start('echo; exec sleep 3600');
  await other.begun;
  killAllGroups();
  expect(await other.run).toMatchObject({ end: 'signalled', signal: 'SIGKILL' });
  await endAllGroups(0);
});
