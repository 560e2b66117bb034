import {
  callToolResult,
  classify,
  type Facts,
  type Failure,
  isFreeCode,
  isJsonObject,
  type Json,
  type JsonObject,
  type Outcome,
  report,
  rpcCodes,
} from '@concord/contract';
import { schemaFaults, type Tool } from '@concord/engine';
import { objectValue, publishedOutputSchema } from '../catalog/project.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { Era } from '../protocol/versions.js';
import { failedBy } from './problem-error.js';

/** The era of the client, and whether it has cancelled its request by now. */
export interface Asker {
  readonly era: Era;
  readonly signal: Pick<AbortSignal, 'aborted'>;
}

/** Writes an outcome down as the result of `tools/call`, or throws the JSON-RPC error it has to leave as. */
export function encodeCall(outcome: Outcome, facts: Facts, tool: Tool, asker: Asker): JsonObject {
  const { era } = asker;
  if (!outcome.ok) throwWhereAnError(outcome, facts, tool, asker);
  const result = callToolResult(outcome, facts, tool.dialect);
  if (tool.plainResults) return plain(result);
  if (result.structuredContent === undefined) return result;
  const { structuredContent, ...rest } = result;
  const schema = publishedOutputSchema(tool);
  // Some clients check failures against the schema too, and would show a value that does not fit as an error of their own.
  if (!outcome.ok && schema && schemaFaults(schema, structuredContent!).length > 0) return rest;
  if (era === 'modern') return result;
  return { ...result, structuredContent: objectValue(structuredContent, schema) };
}

/** A result with its content and `isError` alone. */
function plain({ content, isError }: JsonObject): JsonObject {
  return { content: content!, ...(isError === true && { isError }) };
}

/** Kinds that leave as errors although their tool answers in a JSON dialect: those the dialect has no code for. */
const errorsOf: Partial<Record<Tool['dialect'], readonly Failure['problems'][0]['kind'][]>> = {
  'error-v0': ['cancelled', 'timeout', 'too_large'],
};

/** Tools in a JSON dialect keep every failure they can name in the result; the text dialect has kinds that leave as errors. */
function throwWhereAnError(failure: Failure, facts: Facts, tool: Tool, { era, signal }: Asker): void {
  const [problem] = failure.problems;
  // A call that ended as cancelled because a person declined was not cancelled by its client, which waits for a result.
  const errors = errorsOf[tool.dialect] ?? (signal.aborted ? ['cancelled'] : []);
  // The result of another server is passed on as a result, whatever it says of itself.
  if (failure.result && !signal.aborted) return;
  if (problem.rpc) throw ownError(problem.message, problem.rpc, failure, facts);
  const required = problem.details?.requiredCapabilities;
  if (era === 'modern' && isJsonObject(required))
    throw new RpcError(rpcCodes.missingClientCapability, problem.message, { requiredCapabilities: required });
  if (tool.dialect !== 'text' && !errors.includes(problem.kind)) return;
  if (problem.kind === 'invalid_params') return;
  const { rpc } = classify(problem, failure.exitCode);
  const code = era === 'modern' ? rpc.modern : rpc.handshake;
  if (code === null && problem.kind !== 'cancelled') return;
  const data = {
    ...problem.details,
    ...(era === 'handshake' && problem.kind === 'cancelled' && documentOf(failure, facts, tool)),
    _meta: { 'io.concord/outcome': report(failure, facts) as unknown as JsonObject },
  };
  throw new RpcError(code ?? rpcCodes.cancelled, messageOf(failure), data, failedBy(problem, facts.state));
}

/** What a tool in a JSON dialect would have answered, for an error that has to take its place. */
function documentOf(failure: Failure, facts: Facts, { dialect }: Tool): JsonObject {
  if (errorsOf[dialect]?.includes(failure.problems[0].kind)) return {};
  const { structuredContent } = callToolResult(failure, facts, dialect);
  return structuredContent === undefined ? {} : { structuredContent };
}

/** The JSON-RPC error a tool chose: its data stays, with our outcome in `_meta` where the data is an object. */
function ownError(
  message: string,
  { code, data }: { code: number; data?: Json },
  failure: Failure,
  facts: Facts,
): RpcError {
  const account = { 'io.concord/outcome': report(failure, facts) };
  if (!isFreeCode(code))
    return new RpcError(rpcCodes.internalError, message, { code, ...asObject(data), _meta: account });
  if (data === undefined) return new RpcError(code, message, { _meta: account });
  if (!isJsonObject(data)) return new RpcError(code, message, data);
  const meta = isJsonObject(data._meta) ? data._meta : {};
  return new RpcError(code, message, { ...data, _meta: { ...meta, ...account } });
}

const asObject = (data: Json | undefined): JsonObject =>
  isJsonObject(data) ? data : data === undefined ? {} : { data };

function messageOf({ problems: [problem] }: Failure): string {
  if (problem.kind === 'cancelled') return 'Tool cancelled';
  if (problem.kind === 'timeout') return problem.message.replace('The operation', 'Tool');
  return problem.message;
}
