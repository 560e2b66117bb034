import { describe, expect, it } from 'vitest';
import { tools } from '../actions/index.js';
import { check } from '../check/check.js';
import { promptFor, prompts } from './prompts.js';

/** Values for every argument any prompt has. */
const given = {
  projectName: 'Shop',
  framework: 'net10.0',
  outputDirectory: 'src/Shop',
  dbProvider: 'PostgreSQL',
  packageId: 'Serilog',
  projectPath: 'src/App.csproj',
  version: '4.0.0',
  filter: 'Name=x',
  configuration: 'Release',
  runtime: 'linux-x64',
};

const textOf = (name: string, args: Record<string, string>) =>
  (promptFor(name, args).messages[0]!.content as { text: string }).text;

describe('prompts', () => {
  it.each(prompts.map(each => each.name))('%s names calls that the tools take', name => {
    for (const args of [given, { projectName: 'Shop', packageId: 'Serilog', runtime: 'linux-x64' }]) {
      const calls = [...textOf(name, args).matchAll(/call (dotnet_\w+) with (\{.*\})$/gm)];
      expect(calls.length).toBeGreaterThan(1);
      for (const [, tool, json] of calls) {
        const table = tools.find(each => each.name === tool)!;
        const place = { workingDirectory: '/', forbidUnsafeOutput: false };
        expect(check(table, JSON.parse(json!), place), `${tool} ${json}`).toHaveProperty('action');
      }
    }
  });

  it('number their steps', () => {
    expect(textOf('new_console_app', { projectName: 'Shop' })).toMatch(/^1\. Create[\s\S]*^2\. Build[\s\S]*^3\. Run/m);
  });

  it('leave migrations out where there is no database', () => {
    expect(textOf('new_webapi_with_ef', { projectName: 'S', dbProvider: 'InMemory' })).not.toContain('MigrationsAdd');
    expect(textOf('new_webapi_with_ef', { projectName: 'S', dbProvider: 'sqlite' })).toContain(
      'EntityFrameworkCore.Sqlite',
    );
  });

  it('ask for what they need', () => {
    expect(() => promptFor('new_console_app', { projectName: ' ' })).toThrow("needs the argument 'projectName'");
    expect(() => promptFor('new_webapi_with_ef', { projectName: 'S', dbProvider: 'Oracle' })).toThrow('must be one of');
    expect(() => promptFor('nothing', {})).toThrow('There is no prompt');
  });
});
