import { join } from 'node:path';
import { expect } from 'vitest';
import { type Envelope, openDotnet } from './dotnet-fixture.js';
import { projectText, real, restored, testProject } from './real.js';

const dotnetServer = await openDotnet({ cli: 'real' });
const test = (args: Record<string, unknown>) => dotnetServer.ask('dotnet_project', { action: 'Test', ...args });

/** The failed tests of an answer: which, where and why. */
const failures = ({ errors = [] }: Envelope) =>
  errors.map(({ code, message, data }) => {
    const { test: name, file, line, rootCause } = data!.additionalData!;
    expect({ code, rootCause }).toEqual({ code: expect.stringMatching(/^EXIT_[12]$/), rootCause: 'TestFailure' });
    return [name, file, Number(line), message] as const;
  });
const inOrder = (all: ReturnType<typeof failures>) => [...all].sort(([a], [b]) => (a! < b! ? -1 : 1));

real(
  'tests of all projects of a solution are counted, told one by one, and those that failed run again',
  async context => {
    const first = testProject(
      dotnetServer,
      'First',
      `public class Sums
{
[Fact] public void Adds() => Assert.Equal(5, 2 + 2);
[Fact] public void Stays() { }
[Fact(Skip = "later")] public void Waits() { }
[Theory, InlineData(1), InlineData(2), InlineData(3)] public void Small(int n) => Assert.True(n < 3, "too big");
}
`,
    );
    const second = testProject(
      dotnetServer,
      'Second',
      'public class Other\n{\n  [Fact] public void Throws() => throw new System.Exception("oh no");\n}\n',
    );
    await restored(dotnetServer, first, context);
    const solution = 'Tests.slnx';
    dotnetServer.write(
      solution,
      `<Solution>${[first, second].map(path => `<Project Path="${path}" />`).join('')}</Solution>`,
    );
    const all = await test({ project: solution });
    expect(all).toMatchObject({
      success: false,
      exitCode: 1,
      metadata: {
        total: '7',
        passed: '3',
        failed: '3',
        skipped: '1',
        resultsSource: 'trx',
        selectedTestRunner: 'vstest',
      },
    });
    const file = (name: string) => join(dotnetServer.folder, name, 'Tests.cs');
    expect(inOrder(failures(all))).toEqual([
      ['Other.Throws', file('Second'), 3, expect.stringContaining('oh no')],
      ['Sums.Adds', file('First'), 3, expect.stringContaining('Assert.Equal() Failure')],
      ['Sums.Small(n: 3)', file('First'), 6, expect.stringContaining('too big')],
    ]);
    const again = await test({ project: first, noBuild: true, filter: all.metadata!.rerunFilter });
    expect(again.success).toBe(false);
    // A row cannot be asked for alone: all of its method are run.
    expect(again.metadata).toMatchObject({ total: '4', failed: '2', passed: '2', skipped: '0' });
    const alone = await test({ project: second, noBuild: true, filter: all.metadata!.rerunFilter });
    expect(failures(alone).map(([name]) => name)).toEqual(['Other.Throws']);
    expect(await test({ project: first, noBuild: true, filter: 'FullyQualifiedName=None' })).toMatchObject({
      success: true,
      metadata: { total: '0', passed: '0', failed: '0', skipped: '0' },
    });
    dotnetServer.write('Second/Tests.cs', 'public class Other\n{\n  [Fact] public void Throws() => Nothing();\n}\n');
    const broken = await test({ project: second, noRestore: true });
    expect(broken.errors).toMatchObject([
      { code: 'CS0103', category: 'Compilation', data: { additionalData: { line: '3' } } },
    ]);
    expect(broken.metadata).not.toHaveProperty('total');
  },
);

real('tests of Microsoft.Testing.Platform are told in the same way', async context => {
  const project = 'Platform/Platform.csproj';
  dotnetServer.write('Platform/global.json', '{ "test": { "runner": "Microsoft.Testing.Platform" } }');
  dotnetServer.write(
    project,
    projectText('<ItemGroup><PackageReference Include="xunit.v3" Version="3.2.2" /></ItemGroup>'),
  );
  const file = dotnetServer.write(
    'Platform/Tests.cs',
    'public class Sums\n{\n  [Xunit.Fact] public void Adds() => Xunit.Assert.Equal(5, 2 + 2);\n  [Xunit.Fact] public void Stays() { }\n}\n',
  );
  await restored(dotnetServer, project, context);
  const all = await test({ project });
  expect(all).toMatchObject({
    success: false,
    exitCode: 2,
    metadata: {
      total: '2',
      passed: '1',
      failed: '1',
      resultsSource: 'trx',
      selectedTestRunner: 'microsoft-testing-platform',
      projectArgumentStyle: '--project',
      selectionSource: 'global.json',
    },
  });
  expect(failures(all)).toEqual([['Sums.Adds', file, 3, expect.stringContaining('Assert.Equal() Failure')]]);
  expect(await test({ project, noBuild: true, filter: 'Sums.Stays' })).toMatchObject({
    success: true,
    metadata: { total: '1', passed: '1' },
  });
  expect(await test({ project, noBuild: true, filter: 'Sums.None' })).toMatchObject({
    success: false,
    exitCode: 8,
    errors: [{ message: expect.stringContaining('no tests ran') }],
  });
});
