import { describe, expect, it } from 'vitest';
import { recorded } from '../../test/support/recorded.js';
import { readPathsAfterRule, readRuntimes, readSdks, readTemplates } from './tables.js';
import { byVersion } from './tables-version.js';

describe('the list of templates', () => {
  const templates = readTemplates(recorded('new-list.txt'));

  it('has every row, cut where the rule says', () => {
    expect(templates).toHaveLength(47);
    expect(templates[0]).toEqual({
      name: 'API Controller',
      shortNames: ['apicontroller'],
      language: '[C#]',
      type: 'item',
      author: 'Microsoft',
      tags: 'Web/ASP.NET',
    });
  });

  it('keeps the other short names, and empty columns empty', () => {
    expect(templates.find(each => each.name === 'ASP.NET Core Web App (Razor Pages)')?.shortNames).toEqual([
      'webapp',
      'razor',
    ]);
    expect(templates.find(each => each.shortNames.includes('sln'))).toMatchObject({
      language: '',
      type: '',
      author: 'Microsoft',
      tags: 'Solution',
    });
  });

  it.each(['', 'No templates found.', '-----', 'Name\n----  ----'])('is empty for %j', text => {
    expect(readTemplates(text)).toEqual([]);
  });

  it('takes columns in any order and leaves out those it does not know', () => {
    const text = 'Short Name  Weight  Template Name\n----------  ------  -------------\na,b         heavy   Thing\n';
    expect(readTemplates(text)).toEqual([
      { name: 'Thing', shortNames: ['a', 'b'], language: '', type: '', author: '', tags: '' },
    ]);
  });
});

describe('versions', () => {
  it('of SDKs and runtimes are read as recorded', () => {
    expect(readSdks(recorded('list-sdks.txt'))).toEqual([{ version: '10.0.401', path: '/usr/share/dotnet/sdk' }]);
    expect(readRuntimes(recorded('list-runtimes.txt')).map(({ name, version }) => `${name} ${version}`)).toEqual([
      'Microsoft.AspNetCore.App 10.0.12',
      'Microsoft.NETCore.App 10.0.12',
    ]);
  });

  it('are in order, a prerelease below its release', () => {
    const sdks = [
      '10.0.100',
      '9.0.306',
      '10.0.100-rc.2.25502.107',
      '10.0.100-preview.7.1',
      '10.0.100-rc.10.1',
      '8.0.20',
    ];
    const listed = sdks.map(version => `${version} [C:\\Program Files\\dotnet\\sdk]`).join('\r\n');
    expect(readSdks(`${listed}\nsomething else\n`).map(({ version }) => version)).toEqual([
      '8.0.20',
      '9.0.306',
      '10.0.100-preview.7.1',
      '10.0.100-rc.2.25502.107',
      '10.0.100-rc.10.1',
      '10.0.100',
    ]);
    expect(byVersion({ version: '1.0.0+one' }, { version: '1.0.0+two' })).toBe(0);
    expect(byVersion({ version: '1.0' }, { version: '1.0.1' })).toBeLessThan(0);
  });
});

describe('paths under a rule', () => {
  it('are members and references', () => {
    expect(readPathsAfterRule(recorded('sln-list.txt'))).toEqual(['App/App.csproj', 'Lib/Lib.csproj']);
    expect(readPathsAfterRule(recorded('list-reference.txt'))).toEqual(['../Lib/Lib.csproj']);
  });

  it('are none where the CLI says so', () => {
    expect(readPathsAfterRule('No projects found in the solution.\n')).toEqual([]);
    expect(readPathsAfterRule('There are no Project to Project references in project Lib/Lib.csproj.\n')).toEqual([]);
  });
});
