import { success } from '@concord/contract';
import { type CallRequest, createEngine, type Engine, invoke, type Tool } from '@concord/engine';
import { Membership, openMemoryStore, type Store } from '@concord/store';
import { onTestFinished } from 'vitest';
import { GatewayAdmission } from '../../src/admission/admission.js';
import { Quotas } from '../../src/admission/quotas.js';
import { CallerAccount } from '../../src/callers/account.js';
import type { Rights } from '../../src/callers/rights.js';
import { Sight } from '../../src/callers/sight.js';
import { Ledger } from '../../src/ledger/ledger.js';
import type { LimitRules } from '../../src/limits/limits.js';
import { unobserved } from '../../src/telemetry/unobserved.js';

/** One replica of a gateway over a store, without servers. */
export interface TestReplica {
  readonly engine: Engine;
  readonly quotas: Quotas;
  readonly membership: Membership;
  call(tool: Tool, args?: object, request?: CallRequest): ReturnType<typeof invoke>;
}

export async function replicaOf(
  store: Store = openMemoryStore(),
  { rules, rights = {} }: { rules?: Partial<LimitRules>; rights?: Rights } = {},
): Promise<TestReplica> {
  const membership = await Membership.join(store);
  const replica = {
    get id() {
      return membership.replica;
    },
    name: 'test',
  };
  const quotas = new Quotas(store, replica);
  quotas.rules = { callers: [], servers: [], tools: [], ...rules };
  const ledger = new Ledger({ store, replica, keepMs: 60_000 });
  const admission = new GatewayAdmission({ quotas, ledger, observer: unobserved, sight: Sight.of(rights) });
  const engine = createEngine({
    warn: () => {},
    env: { CONCORD_NO_RECORDS: '1', CONCORD_CANCEL_GRACE_MS: '20', XDG_STATE_HOME: '/nonexistent' },
    shared: { admission },
  });
  onTestFinished(async () => {
    await quotas.close();
    await membership.leave();
  });
  return {
    engine,
    quotas,
    membership,
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
