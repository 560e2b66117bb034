import { createEngine, type Engine } from '@concord/engine';
import type { CommandContext } from '../command/context.js';

/**
 * A result has had its size checked on the way in; arguments may be as large as the files they come from; a schema of more parts would
 * take longer than a fifth of a second to compile.
 */
const commandLimits = {
  MCPBASH_MAX_TOOL_OUTPUT_SIZE: '1073741824',
  CONCORD_MAX_ARGUMENT_BYTES: '67108864',
  CONCORD_MAX_SCHEMA_NODES: '2000',
};

/** The engine a command calls tools in. */
export function commandEngine(context: CommandContext): Engine {
  const warn = (message: string) => {
    if (!context.flags.quiet) void context.stderr(`warning: ${message}\n`);
  };
  const unrecorded = context.flags['dry-run'] ? { CONCORD_NO_RECORDS: '1' } : {};
  return createEngine({ env: { ...commandLimits, ...context.env, ...unrecorded }, warn });
}
