import type { Benchmark, Measured } from '../harness.js';
import type { LineClient } from './line-client.js';
import { started } from './stdio.js';

const CALLS = 1_000;
const call = ['tools/call', { name: 'echo', arguments: { message: 'hello' } }] as const;
const ping = ['ping', {}] as const;

/** 1,000 calls and a ping among them in one write: all are answered, and the ping does not wait for the calls. */
export async function burstOverStdio(): Promise<Benchmark> {
  const clients = await started(['raw', 'concord'], 'handshake');
  const requests = Array.from({ length: CALLS + 1 }, (_, at) => (at === CALLS / 2 ? ping : call));
  const all = (client: LineClient) => async () => {
    await Promise.all(client.requestAll(requests));
  };
  const onlyPing = (client: LineClient) => async (): Promise<Measured> => {
    const start = performance.now();
    const answers = client.requestAll(requests);
    await answers[CALLS / 2];
    const elapsedMs = performance.now() - start;
    await Promise.all(answers);
    return { elapsedMs };
  };
  return {
    name: '1,000 calls in one write over stdio',
    work: { amount: CALLS, unit: 'calls' },
    subjects: {
      raw: all(clients.raw!),
      concord: all(clients.concord!),
      'ping among them, raw': onlyPing(clients.raw!),
      'ping among them, concord': onlyPing(clients.concord!),
    },
    limits: [{ subject: 'ping among them, concord', underMs: 20 }],
    rounds: 20,
    warmUp: 10,
    close: () => Object.values(clients).forEach(client => void client.close()),
  };
}
