import { it } from 'vitest';
import { expectEqualAnswers } from './equal-answers.js';

it(
  'answers a thousand caches with and without an index, cold and warm, as a scan does',
  {
    timeout: 600_000,
  },
  () => expectEqualAnswers(1_000),
);
