import { describe, expect, it } from 'vitest';
import { commandLines } from '../../test/support/command-lines.js';
import { commandLine } from '../argv/command-line.js';
import { check } from '../check/check.js';
import type { ArgvFacts } from '../table/table.js';
import { tools } from './index.js';

const context = { workingDirectory: process.cwd(), forbidUnsafeOutput: false };
const facts: ArgvFacts = { binlog: '/private/1.binlog' };
const p = { project: 'A/A.csproj' };

/** What follows `dotnet` for a call that passes the check. */
function lineOf(tool: string, action: string, args: object, given: ArgvFacts = facts): string {
  const table = tools.find(each => each.name === `dotnet_${tool}`)!;
  const checked = check(table, table.only ? args : { action, ...args }, context);
  if ('problems' in checked) throw new Error(checked.problems.map(each => each.message).join('\n'));
  expect(checked.ignored).toEqual([]);
  return commandLine(checked.action.argv!(checked.args, given)).slice('dotnet '.length);
}

describe('the command lines', () => {
  it.each(commandLines)('dotnet_%s %s %j', (tool, action, args, expected) => {
    expect(lineOf(tool, action, args)).toBe(expected);
  });

  it('are shown for every action that has one, and with every parameter it takes', () => {
    for (const tool of tools)
      for (const action of tool.only ? [tool.only] : tool.actions) {
        if (!action.argv) continue;
        const shown = commandLines.filter(([name, each]) => `dotnet_${name}` === tool.name && each === action.name);
        const given = new Set(shown.flatMap(([, , args]) => Object.keys(args)));
        expect(
          [...action.required, ...action.optional].filter(name => !given.has(name)),
          action.name,
        ).toEqual([]);
      }
  });

  it('are those the contract prints for its calls', () => {
    const api = { project: 'ProductApi/ProductApi.csproj' };
    const members = ['ProductApi/ProductApi.csproj', 'ProductApi.Tests/ProductApi.Tests.csproj'];
    expect(lineOf('project', 'New', { template: 'webapi', name: 'ProductApi', framework: 'net10.0' })).toBe(
      'new webapi -n ProductApi --framework net10.0',
    );
    expect(lineOf('project', 'Build', { ...api, configuration: 'Release' })).toBe(
      'build ProductApi/ProductApi.csproj -c Release',
    );
    expect(lineOf('package', 'Search', { searchTerm: 'serilog', take: 3 })).toBe('package search serilog --take 3');
    expect(lineOf('package', 'Add', { ...api, packageId: 'Serilog.AspNetCore' })).toBe(
      'add ProductApi/ProductApi.csproj package Serilog.AspNetCore',
    );
    expect(lineOf('ef', 'MigrationsAdd', { ...api, name: 'InitialCreate' })).toBe(
      'ef migrations add InitialCreate --project ProductApi/ProductApi.csproj',
    );
    expect(lineOf('solution', 'Add', { solution: 'MyApp.slnx', projects: members })).toBe(
      `sln MyApp.slnx add ${members.join(' ')}`,
    );
  });

  it('leave a binary log where the CLI puts it when nobody says where', () => {
    expect(lineOf('project', 'Build', { binlog: true }, {})).toBe('build -bl');
  });

  it("give the platform's runner its own options", () => {
    const platform = {
      runner: 'microsoft-testing-platform',
      trxOption: '--report-trx',
      filterOption: '--treenode-filter',
    } as const;
    const args = {
      configuration: 'R',
      noBuild: true,
      noRestore: true,
      verbosity: 'q',
      framework: 'net10.0',
      listTests: true,
      resultsDirectory: 'r',
      collect: 'x',
      filter: 'f',
      properties: { A: 'b' },
    };
    const rest =
      '-c R --no-build --no-restore --verbosity q --framework net10.0 --list-tests --results-directory r --report-trx --coverage --treenode-filter f -p:A=b';
    expect(lineOf('project', 'Test', { ...p, ...args }, { test: platform })).toBe(`test --project A/A.csproj ${rest}`);
    expect(lineOf('project', 'Test', { project: 'S.slnx', ...args }, { test: platform })).toBe(
      `test --solution S.slnx ${rest}`,
    );
    const bare = { test: { runner: 'microsoft-testing-platform' } } as const;
    expect(lineOf('project', 'Test', {}, bare)).toBe('test');
    expect(lineOf('project', 'Test', { filter: 'f' }, bare)).toBe('test --filter f');
  });
});
