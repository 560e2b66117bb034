import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suite } from '../suite/index.js';
import { type SuiteOrder, SuiteRun } from './suite-run.js';

/** Describes a driver as keeping all promises of the suite, in so many processes at once. */
export function keepsAllPromises(
  title: string,
  orderOf: () => { readonly program: string; readonly order: SuiteOrder },
): void {
  describe.sequential(title, () => {
    let run: SuiteRun;
    beforeAll(async () => {
      const { program, order } = orderOf();
      run = await SuiteRun.start(program, order);
    });
    afterAll(() => run?.end());

    it.each(suite)('$promise', async ({ promise, judge }) => {
      const answers = await run.run(promise);
      expect(answers.flatMap(answer => ('failed' in answer ? [answer.failed] : []))).toEqual([]);
      judge?.(answers.map(answer => ('returned' in answer ? answer.returned : undefined)));
    });
  });
}
