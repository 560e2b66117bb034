import type { JsonObject, ToolContext } from '../call/tool-context.js';
import type { ToolResult } from './results.js';
import type { FromSchema } from './schema-types.js';

/** A JSON Schema as it is written down. */
export type Schema = Readonly<Record<string, unknown>>;

/** The arguments a schema lets through. */
export type Arguments<Input> =
  unknown extends FromSchema<Input> ? Readonly<Record<string, unknown>> : FromSchema<Input>;

/** What `run` may give back: what the schema promises, or a whole result. */
export type Returned<Output> = unknown extends FromSchema<Output> ? unknown : FromSchema<Output> | ToolResult;

/** A tool in a module: what is published of it, and what it does. Other fields of its metadata may stand beside these. */
export interface Definition<Input, Output> {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Input;
  readonly outputSchema?: Output;
  readonly annotations?: JsonObject;
  readonly timeoutSecs?: number;
  readonly lock?: string;
  run(args: Arguments<Input>, context: ToolContext): Returned<Output> | Promise<Returned<Output>>;
}

/** What a module exports as its default. */
export interface DefinedTool<Input, Output> {
  readonly meta: Omit<Definition<Input, Output>, 'run'>;
  readonly run: Definition<Input, Output>['run'];
}

/** Makes the default export of a module. The types of arguments and result follow from the schemas. */
export function defineTool<const Input extends Schema, const Output extends Schema>(
  definition: Definition<Input, Output>,
): DefinedTool<Input, Output> {
  const { run, ...meta } = definition;
  return { meta, run: (args, context) => run.call(definition, args, context) };
}
