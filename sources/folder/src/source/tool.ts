import { type JsonObject, problem } from '@concord/contract';
import type { LockRequest, Tool } from '@concord/engine';
import type { RunContext } from '../call/run-context.js';
import type { Policy } from '../policy/policy.js';
import type { ToolItem } from '../project/items.js';
import type { Runner } from '../run/runners.js';
import { schemaFaultOf } from '../scan/metadata/schema-fault.js';

/** The engine's Tool for a tool of a project. */
export function toTool(item: ToolItem, context: RunContext, policy: Policy, run: Runner): Tool {
  const { settings, project, secrets } = context;
  const extends_ = item.progressExtendsTimeout ?? settings.progressExtendsTimeout;
  const schemaFault = schemaFaultOf(item, settings.env);
  const { title, outputSchema, annotations, icons, meta, lock } = item;
  return {
    name: item.name,
    description: item.description,
    inputSchema: item.inputSchema,
    dialect: 'text',
    ...(title !== undefined && { title }),
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
    ...(icons && { icons }),
    ...(meta && { meta }),
    ...(item.writtenName !== item.name && { dottedName: item.writtenName }),
    ...(!policy.lists(item) && { hidden: true }),
    limits: {
      timeoutMs: (item.timeoutSecs ?? settings.timeoutSecs) * 1_000,
      ...(extends_ && { progressExtendsToMs: (item.maxTimeoutSecs ?? settings.maxTimeoutSecs) * 1_000 }),
      // A JSON result is contained twice, as text and as value; the streams themselves are capped while they are read.
      maxOutputBytes: 2 * settings.maxOutputBytes + settings.maxStderrBytes + OVERHEAD_BYTES,
    },
    ...(secrets.length > 0 && { secrets: () => secrets }),
    ...(lock !== undefined && { lockKey: (args: JsonObject) => lockOf(lock, item, args, project.root) }),
    check: (_args, found) => {
      const fault = schemaFault();
      return fault === undefined ? found : [problem('internal', fault)];
    },
    admit: (args, call) => policy.admit(item, args, call),
    run: (args, call) => run(item, args, call),
  };
}

const OVERHEAD_BYTES = 1_048_576;

/** The lock request with the arguments filled in. The key has the project's root, so that projects do not block each other. */
function lockOf(lock: string, { name }: ToolItem, args: JsonObject, root: string): LockRequest {
  const target = lock.replace(/\{([^{}]{1,100})\}/g, (_, argument: string) => {
    const value = args[argument];
    return typeof value === 'string' ? value : JSON.stringify(value ?? '');
  });
  return { keys: [{ key: `folder:${root}:${target}`, mode: 'write' }], operation: name, target };
}
