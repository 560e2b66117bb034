import { success } from '@concord/contract';
import { type CallRequest, createEngine, type Engine, invoke, type Source, type Tool } from '@concord/engine';
import { Membership, openMemoryStore, type Store } from '@concord/store';
import { onTestFinished } from 'vitest';
import { GatewayAdmission } from '../../src/admission/admission.js';
import { Quotas } from '../../src/admission/quotas.js';
import { CallerAccount } from '../../src/callers/account.js';
import type { Rights } from '../../src/callers/rights.js';
import { Sight } from '../../src/callers/sight.js';
import { Ledger } from '../../src/ledger/ledger.js';
import type { LimitRules } from '../../src/limits/limits.js';
import { type SpillRules, STANDARD_BUDGET } from '../../src/spill/budgets.js';
import { insertSpills } from '../../src/spill/insert.js';
import { spillSource } from '../../src/spill/source.js';
import { GatewaySpill } from '../../src/spill/spill.js';

/** One replica of a gateway over a store, without servers. */
export interface TestReplica {
  readonly engine: Engine;
  readonly quotas: Quotas;
  readonly membership: Membership;
  /** How many bytes did not leave. */
  saved(): number;
  /** What was kept of large results. */
  readonly spills: Source;
  call(tool: Tool, args?: object, request?: CallRequest): ReturnType<typeof invoke>;
}

export interface TestOptions {
  readonly rules?: Partial<LimitRules>;
  readonly rights?: Rights;
  readonly spill?: Partial<SpillRules>;
  readonly keepMs?: number;
  readonly storeBytes?: number;
  readonly now?: () => number;
}

export async function replicaOf(
  store: Store = openMemoryStore(),
  { rules, rights = {}, spill, keepMs = 60_000, storeBytes = 1_073_741_824, now }: TestOptions = {},
): Promise<TestReplica> {
  const membership = await Membership.join(store);
  const replica = {
    get id() {
      return membership.replica;
    },
    name: 'test',
    owe: (work: () => Promise<unknown>) => membership.owe(work),
  };
  const quotas = new Quotas(store, replica, now);
  quotas.rules = { callers: [], servers: [], tools: [], ...rules };
  const ledger = new Ledger({ store, replica, keepMs: () => 60_000 });
  const spillRules = { bytes: STANDARD_BUDGET, tools: [], ...spill };
  let saved = 0;
  const keeping = new GatewaySpill(
    { store, replica, limits: () => ({ keepMs, storeBytes }), warn: () => {}, saved: bytes => (saved += bytes) },
    () => spillRules,
  );
  const spills = spillSource({ store, rules: () => spillRules, mostBytes: 10_485_760 });
  const admission = new GatewayAdmission({
    quotas,
    ledger,
    traces: false,
    running: { began: () => {}, ended: () => {} },
    sight: Sight.of(rights),
    isOwn: server => server.startsWith('concord/'),
    resolve: (args, _, call) => insertSpills(store, args, call),
  });
  const engine = createEngine({
    warn: () => {},
    env: { CONCORD_NO_RECORDS: '1', CONCORD_CANCEL_GRACE_MS: '20', XDG_STATE_HOME: '/nonexistent' },
    shared: { admission, spill: keeping },
  });
  onTestFinished(async () => {
    await quotas.close();
    await membership.leave();
  });
  return {
    engine,
    quotas,
    membership,
    saved: () => saved,
    spills,
    call: (tool, args = {}, request = {}) => invoke(tool, args, { engine, server: 'test', ...request }),
  };
}

export const toolOf = (
  name: string,
  run: Tool['run'] = async () => success({ text: name }),
  more: Partial<Tool> = {},
): Tool => ({
  name,
  description: '',
  inputSchema: { type: 'object' },
  dialect: 'text',
  run,
  ...more,
});

/** Calls of a caller with these rights. */
export const as = (name: string, rights: Rights = {}): CallRequest => ({
  caller: { name, transport: 'http', account: new CallerAccount(name, name, rights) },
});
