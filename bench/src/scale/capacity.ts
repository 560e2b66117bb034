import { randomUUID } from 'node:crypto';
import { openStore } from '@concord/store';

const AT_ONCE = 16;
const MEASURED_MS = 4_000;
const BUCKETS = 5_000;

/** How many leases of tokens a second a store grants, each of another bucket, asked for by several at once. */
export async function leasesPerSecond(address: string): Promise<number> {
  const store = await openStore(address);
  try {
    const replica = randomUUID();
    let done = 0;
    const until = performance.now() + MEASURED_MS;
    const began = performance.now();
    const ask = async (lane: number) => {
      for (let at = lane; performance.now() < until; at += AT_ONCE) {
        const bucket = `simulated ${at % BUCKETS}`;
        await store.quotas.leaseTokens({
          bucket,
          rate: { tokens: 60, perMs: 60_000 },
          replica,
          want: 1,
          leaseMs: 2_000,
          used: 0,
        });
        done++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => ask(lane)));
    return (done * 1_000) / (performance.now() - began);
  } finally {
    await store.close();
  }
}
