import { constants } from 'node:buffer';
import type { ProcessRequest } from './process-result.js';

/** Throws a TypeError that names the first argument a process could not be started with. */
export function checkRequest(request: ProcessRequest): void {
  if (typeof request !== 'object' || request === null) throw new TypeError('request must be an object');
  checkText('command', request.command);
  if (request.command === '') throw new TypeError('command must not be empty');
  if (!Array.isArray(request.args)) throw new TypeError('args must be an array of strings');
  for (const [index, argument] of request.args.entries()) checkText(`args[${index}]`, argument);
  if (request.cwd !== undefined) checkText('cwd', request.cwd);
  checkEnvironment(request.env);
  const { stdin, signal, overflow } = request;
  if (stdin !== undefined && typeof stdin !== 'string' && !(stdin instanceof Uint8Array)) {
    throw new TypeError('stdin must be a string or a Uint8Array');
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new TypeError('signal must be an AbortSignal');
  for (const name of ['timeoutMs', 'graceMs', 'lingerMs'] as const) {
    const value = request[name];
    if (value === undefined && name !== 'timeoutMs') continue;
    if (typeof value !== 'number' || !(value >= 0)) throw new TypeError(`${name} must be a number, 0 or more`);
  }
  for (const name of ['maxStdoutBytes', 'maxStderrBytes'] as const) {
    const value = request[name];
    if (!Number.isSafeInteger(value) || value < 0 || value > constants.MAX_STRING_LENGTH) {
      throw new TypeError(`${name} must be an integer from 0 to ${constants.MAX_STRING_LENGTH}`);
    }
  }
  if (overflow !== 'stop' && overflow !== 'keepEnds') throw new TypeError("overflow must be 'stop' or 'keepEnds'");
  for (const name of ['onStdout', 'onStderr', 'onStdoutBytes'] as const) {
    if (request[name] !== undefined && typeof request[name] !== 'function') {
      throw new TypeError(`${name} must be a function`);
    }
  }
}

function checkEnvironment(env: Readonly<Record<string, string>>): void {
  if (typeof env !== 'object' || env === null) throw new TypeError('env must be an object');
  for (const [name, value] of Object.entries(env)) {
    if (name === '' || /[=\0]/.test(name)) {
      throw new TypeError(`env has a name that no variable can have: ${JSON.stringify(name)}`);
    }
    checkText(`env.${name}`, value);
  }
}

function checkText(name: string, value: unknown): void {
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string`);
  if (value.includes('\0')) throw new TypeError(`${name} must not contain a NUL byte`);
}
