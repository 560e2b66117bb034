import { describe, expect, it } from 'vitest';
import { facts } from '../../test/calls.js';
import type { Outcome } from '../outcome.js';
import { failure, invalidParameter, missingDependency, problem, success, timedOut } from '../problems.js';
import { contractV1 } from './contract-v1.js';
import { read } from './index.js';

const render = (outcome: Outcome) => contractV1.render(outcome, facts);

describe('contract-v1', () => {
  it('writes the text, else the data as compact JSON, else nothing as output', () => {
    expect(render(success({ text: 'done', data: [1] }))).toEqual({ success: true, output: 'done', exitCode: 0 });
    expect(render(success({ data: { a: [1] } }))).toMatchObject({ output: '{"a":[1]}' });
    expect(render(success())).toEqual({ success: true, output: '', exitCode: 0 });
  });

  it('leaves empty optional keys out', () => {
    const given = failure({ kind: 'internal', message: 'no', suggestedFixes: [], details: {} }, { metadata: {} });
    expect(contractV1.write(render(given))).toBe(
      '{"success":false,"errors":[{"code":"EXIT_-1","message":"no","category":"Unknown","rawOutput":"","mcpErrorCode":-32603,"data":{"exitCode":-1}}],"exitCode":-1}',
    );
  });

  it('keeps the key order of the interfaces', () => {
    const [error] = errorsOf(
      failure(
        problem('command_failed', 'no', {
          details: { line: 5, at: ['a'] },
          stderr: 'e',
          command: 'c',
          rawOutput: 'r',
          alternatives: ['a'],
          suggestedFixes: ['f'],
          documentationUrl: 'u',
          explanation: 'x',
          code: 'NU1101',
        }),
        { exitCode: 1 },
      ),
    );
    expect(Object.keys(error ?? {}).join()).toBe(
      'code,message,category,hint,explanation,documentationUrl,suggestedFixes,alternatives,rawOutput,mcpErrorCode,data',
    );
    expect(JSON.stringify(error?.data)).toBe(
      '{"command":"c","exitCode":1,"stderr":"e","additionalData":{"line":"5","at":"[\\"a\\"]"}}',
    );
  });

  it('never gives a failure the exit code 0', () => {
    expect(render(failure({ kind: 'io', message: '' }, { exitCode: 0 }))).toMatchObject({ exitCode: -1 });
  });

  it('reads back what the problem was', () => {
    for (const given of [
      failure(invalidParameter('format', 'invalid value', "Parameter 'format' must be 'pfx' or 'pem'")),
      failure(missingDependency('dotnet CLI', { details: 'not found', alternatives: ['install it'] })),
      failure(timedOut(500, { command: 'dotnet build', rawOutput: 'so far' })),
      failure({ kind: 'command_failed', message: 'two', code: 'CS0103', exitCode: 2 }, { exitCode: 1 }),
      failure({ kind: 'command_failed', message: 'odd', category: 'Runtime' }, { exitCode: 150 }),
      success({ text: 'done', command: 'dotnet build', metadata: { a: 'b' } }),
    ]) {
      expect(read('contract-v1', render(given))).toEqual(given);
    }
  });

  it.each([
    ['nonsense', /not JSON/],
    ['[]', /\(root\): must be object/],
    ['{"success":false,"errors":[],"exitCode":1}', /\/errors: must NOT have fewer than 1 items/],
    ['{"success":true,"output":7,"exitCode":0}', /\/output: must be string/],
    ['{"success":true,"output":"","exitCode":0,"more":1}', /additional properties: "more"/],
  ])('refuses to read %s and says why', (json, why) => {
    expect(() => read('contract-v1', json)).toThrow(TypeError);
    expect(() => read('contract-v1', json)).toThrow(why);
  });
});

function errorsOf(outcome: Outcome): { data?: unknown }[] {
  return (render(outcome) as unknown as { errors: { data?: unknown }[] }).errors;
}
