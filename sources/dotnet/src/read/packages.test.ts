import { describe, expect, it } from 'vitest';
import { recorded } from '../../test/support/recorded.js';
import { readPackages } from './packages.js';

const outdated = recorded('list-package-outdated.txt');

/** In the form of the CLI, which has no such package where these were recorded. */
const withAdvice = JSON.stringify({
  projects: [
    {
      path: '/repo/T.csproj',
      frameworks: [
        {
          framework: 'net10.0',
          topLevelPackages: [
            {
              id: 'Old.Thing',
              requestedVersion: '1.0.0',
              resolvedVersion: '1.0.0',
              deprecationReasons: ['Legacy'],
              alternativePackage: { id: 'New.Thing', versionRange: '>= 0.0.0' },
            },
            {
              id: 'Holey',
              requestedVersion: '2.0.0',
              resolvedVersion: '2.0.0',
              vulnerabilities: [{ severity: 'High', advisoryurl: 'https://github.com/advisories/GHSA-1' }],
            },
          ],
        },
      ],
    },
  ],
});

describe('the list of packages', () => {
  it('has typed rows with the newest versions', () => {
    const list = readPackages(outdated)!;
    expect(list).toMatchObject({ packageCount: 8, omittedPackages: 0, errors: [] });
    expect(list.data).toMatchObject({
      projects: [
        {
          path: '/repo/T/T.csproj',
          frameworks: [
            {
              framework: 'net10.0',
              topLevel: [
                { id: 'coverlet.collector', requested: '6.0.4', resolved: '6.0.4', latest: '8.0.1' },
                { id: 'Microsoft.NET.Test.Sdk' },
                { id: 'xunit.runner.visualstudio' },
              ],
              transitive: [{ id: 'Microsoft.CodeCoverage', resolved: '17.14.1', latest: '18.11.0' }, {}, {}, {}, {}],
            },
          ],
        },
      ],
    });
  });

  it('is filtered by a part of the id in any case, then cut over all rows', () => {
    const list = readPackages(outdated, { filter: 'XUNIT', maxResults: 1 })!;
    expect(list).toMatchObject({ packageCount: 2, omittedPackages: 1 });
    expect(JSON.stringify(list.data)).toContain('xunit.runner.visualstudio');
    expect(JSON.stringify(list.data)).not.toContain('xunit.analyzers');
  });

  it('tells of deprecations and vulnerabilities', () => {
    expect(readPackages(withAdvice)!.data).toMatchObject({
      projects: [
        {
          frameworks: [
            {
              topLevel: [
                { id: 'Old.Thing', deprecated: { reasons: ['Legacy'], alternative: 'New.Thing >= 0.0.0' } },
                {
                  id: 'Holey',
                  vulnerabilities: [{ severity: 'High', advisory: 'https://github.com/advisories/GHSA-1' }],
                },
              ],
              transitive: [],
            },
          ],
        },
      ],
    });
  });

  it('reports what the CLI says is wrong', () => {
    expect(readPackages(recorded('list-package-unrestored.txt'))!.errors).toEqual([
      'No assets file was found for `/repo/P.csproj`. Run restore before running this command.',
    ]);
  });

  it('is found after other words, and undefined where there is none', () => {
    expect(readPackages(`info : something\n${outdated}`)?.packageCount).toBe(8);
    for (const text of ['', 'Could not find file or directory', '{', '[]', '{"a":', 'a { b }'])
      expect(readPackages(text), text).toBeUndefined();
  });

  it('stands odd JSON', () => {
    const odd =
      '{"projects":[null,1,{"frameworks":[{"topLevelPackages":[{"id":1},"x"]}]}],"problems":[{"level":"error"}]}';
    expect(readPackages(odd)).toMatchObject({
      data: { projects: [{ path: '', frameworks: [{ framework: '', topLevel: [{ id: '' }] }] }] },
      errors: ['The CLI reported an error without a text'],
    });
  });
});
