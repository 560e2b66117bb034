import type { Json } from '@concord/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tools } from '../actions/index.js';
import { check } from '../check/check.js';
import type { Action, Parameter, ToolTable, ValueRule } from '../table/table.js';

const good: Readonly<Partial<Record<ValueRule, string>>> = {
  solution: 'S.sln',
  framework: 'net10.0',
  verbosity: 'q',
  runtime: 'linux-x64',
  sdkVersion: '1.0.0',
  dateTime: '2026-01-31T12:00:00Z',
  helpCommand: 'build',
};

const nasty = fc
  .tuple(
    fc.constantFrom('-', '@', ' -', '\t@', 'a,-', 'a -', ',@', './-', '--', '', '"', "\\'"),
    fc.string({ maxLength: 8 }),
  )
  .map(([start, rest]) => `${start}zz${rest}`);

/** Any value of the parameter's type, mostly one that means to be read as something else. */
function anyValue({ type, enum: allowed, minimum = 0, maximum = 9, rule }: Parameter): fc.Arbitrary<Json> {
  if (allowed !== undefined) return fc.constantFrom(...allowed);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  const text = fc.oneof(
    { weight: 3, arbitrary: nasty },
    { weight: 1, arbitrary: fc.constant((rule && good[rule]) ?? 'a') },
  );
  if (type === 'strings') return fc.array(text, { minLength: 1, maxLength: 3 });
  return type === 'object' ? fc.dictionary(fc.constantFrom('A', '-B', '@c', 'd.e'), text, { maxKeys: 2 }) : text;
}

const goodValue = ({ type, rule, enum: allowed }: Parameter): Json => {
  const text = allowed?.[0] ?? (rule && good[rule]) ?? 'a';
  return type === 'strings' ? [text] : type === 'object' ? {} : text;
};

/** The argv of what is left of the arguments when all that is refused is taken away, or made good where it is required. */
function argvOf(tool: ToolTable, action: Action, given: Record<string, Json>) {
  const args: Record<string, Json> = { ...(tool.only === undefined && { action: action.name }), ...given };
  for (let round = 0; round < 5; round++) {
    const checked = check(tool, args, { workingDirectory: '/', forbidUnsafeOutput: false });
    if (!('problems' in checked)) return { argv: checked.action.argv!(checked.args), args: checked.args };
    for (const { details } of checked.problems) {
      const name = String(details!.parameter);
      const parameter = tool.parameters.find(each => each.name === name)!;
      delete args[name];
      if (action.required.includes(name)) args[name] = goodValue(parameter);
      if (details!.reason === 'required for safety') args[name] = true;
    }
  }
  throw new Error(`${action.name} is refused whatever is taken away: ${JSON.stringify(args)}`);
}

const isOption = (token: string) => /^[-@]/.test(token);

describe('a value', () => {
  const actions = tools.flatMap(tool =>
    (tool.only ? [tool.only] : tool.actions).map(action => [tool, action] as const),
  );

  it.each(
    actions
      .filter(([, action]) => action.argv)
      .map(([tool, action]) => [tool.name, action.name, tool, action] as const),
  )('is never an option or a file of arguments: %s %s', (_tool, _action, tool, action) => {
    const used = tool.parameters.filter(({ name }) => action.required.includes(name) || action.optional.includes(name));
    const anyArguments = fc.record(Object.fromEntries(used.map(each => [each.name, anyValue(each)])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(anyArguments as fc.Arbitrary<Record<string, Json>>, given => {
        const { argv, args } = argvOf(tool, action, given);
        const dashes = argv.indexOf('--');
        const before = (dashes === -1 ? argv : argv.slice(0, dashes)).filter(isOption);
        const exempt = String(args.additionalOptions ?? '').split(/\s+/);
        const own = before.filter(token => !exempt.includes(token));
        expect(
          own.filter(token => !/^(?:-{1,2}[a-z][a-z-]*$|-p:[A-Za-z_]|--(?:password|connection)=[-@])/.test(token)),
        ).toEqual([]);
        expect(own.filter(token => token.includes('zz') && !/^(?:-p:|--(?:password|connection)=)/.test(token))).toEqual(
          [],
        );
      }),
      { numRuns: 60 },
    );
  });
});
