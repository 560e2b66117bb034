import { compileSchema, type Limits, type Tool } from '@concord/engine';

const LARGEST_SCHEMA = 5 * 1_048_576;
const ANYTHING = { type: 'object' } as const;

/** The tool with a schema that can be used for validation. A schema that cannot be used is dropped with a warning. */
export function withUsableSchema(tool: Tool, limits: Limits, warn: (text: string) => void): Tool {
  const unusable = (why: string) => {
    warn(`the input schema of ${tool.name} cannot be used, so the arguments are sent unchecked: ${why}`);
    return withoutSchema(tool);
  };
  if (JSON.stringify(tool.inputSchema).length > LARGEST_SCHEMA) return unusable('it is larger than 5 MB');
  try {
    compileSchema(tool.inputSchema, limits);
    return tool;
  } catch (error) {
    return unusable((error as Error).message.slice(0, 200));
  }
}

/** The tool as one that takes anything. */
export function withoutSchema(tool: Tool): Tool {
  return { ...tool, inputSchema: ANYTHING };
}
