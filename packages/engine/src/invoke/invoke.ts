import type { Stages } from '../call/call-state.js';
import type { CallRequest, Tool } from '../call/tool.js';
import { admit } from '../stages/admit.js';
import { correlate } from '../stages/correlate.js';
import { run } from '../stages/run.js';
import { validate } from '../stages/validate.js';
import { type Invocation, passStages } from './pass-stages.js';

const stages: Stages<Tool> = [
  ['correlate', correlate],
  ['validate', validate],
  ['admit', admit],
  ['run', run],
];

/**
 * The only way a tool is ever run. Resolves to an Outcome that is redacted and bounded, whatever the tool does;
 * rejects only with a TypeError that names an argument of a wrong type.
 */
export function invoke(tool: Tool, args?: unknown, request: CallRequest = {}): Promise<Invocation> {
  const fault = faultOf(tool);
  return fault === undefined ? passStages(stages, tool, args, request) : Promise.reject(new TypeError(fault));
}

function faultOf(tool: Tool): string | undefined {
  if (typeof tool !== 'object' || tool === null) return 'tool must be a Tool';
  if (typeof tool.name !== 'string' || tool.name === '') return 'tool.name must be a non-empty string';
  if (tool.version !== undefined && typeof tool.version !== 'string') return 'tool.version must be a string';
  if (typeof tool.run !== 'function') return 'tool.run must be a function';
  const { inputSchema } = tool;
  return typeof inputSchema === 'object' && inputSchema !== null ? undefined : 'tool.inputSchema must be a JSON Schema';
}
