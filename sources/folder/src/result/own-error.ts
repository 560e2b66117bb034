import { failure, isJsonObject, type Json, type Outcome, problem, rpcCodes } from '@concord/contract';
import type { Call } from '@concord/engine';
import type { CallFiles } from '../call/call-files.js';

const LARGEST = 1_048_576;
const MOST_RAW_BYTES = 4_096;

/** The outcome for the error file that a tool wrote, whatever its exit code; undefined when it wrote none. */
export function writtenError(files: CallFiles, call: Call, exitCode: number): Outcome | undefined {
  const text = files.read('error', LARGEST);
  if (text === undefined) return undefined;
  const given = parsed(text);
  const made = ownError(given, exitCode);
  if (made) return made;
  call.log('error', 'The tool wrote an error that is not of the form {code, message, data}');
  const raw = Buffer.from(text).subarray(0, MOST_RAW_BYTES).toString();
  return failure(problem('command_failed', 'Tool failed', { rpc: { code: rpcCodes.internalError, data: { raw } } }), {
    exitCode: exitCode || 1,
  });
}

/** The outcome for a tool's own JSON-RPC error; undefined when `given` is not one. */
export function ownError(given: unknown, exitCode: number): Outcome | undefined {
  if (!isJsonObject(given) || !Number.isInteger(given.code) || typeof given.message !== 'string') return undefined;
  const { code, message, data } = given;
  const rpc = { code: code as number, ...(data !== undefined && data !== null && { data }) };
  return failure(problem('command_failed', message, { rpc }), { exitCode: exitCode || 1 });
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
