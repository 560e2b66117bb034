import { callerCases } from './callers.js';
import type { SuiteCase } from './case.js';
import { concludeCases } from './conclude.js';
import { ledgerCases } from './ledger.js';
import { lockCases } from './locks.js';
import { quotaCases } from './quotas.js';
import { recordCases } from './records.js';
import { replicaCases } from './replicas.js';
import { sessionCases } from './sessions.js';
import { sharedCases } from './shared.js';
import { spillCases } from './spills.js';

/** What every driver of the store promises. */
export const suite: readonly SuiteCase[] = [
  ...replicaCases,
  ...lockCases,
  ...ledgerCases,
  ...recordCases,
  ...spillCases,
  ...callerCases,
  ...quotaCases,
  ...sharedCases,
  ...sessionCases,
  ...concludeCases,
];
