import { it } from 'vitest';
import { expectEqualAnswers } from './equal-answers.js';

it('answers random caches with and without an index, cold and warm, as a scan does', () => expectEqualAnswers(40));
