import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { type DotnetServer, type Envelope, type ErrorResult, hasDotnet, openDotnet } from './dotnet-fixture.js';
import { application, projectText, real, testProject } from './real.js';

/** Each of these projects is broken; whoever mends it looks at nothing but the answer to the build. */
describe.runIf(hasDotnet || process.env.CONCORD_REQUIRE_DOTNET === '1')(
  'the answer to a broken build is enough to mend it',
  async () => {
    const dotnetServer: DotnetServer = hasDotnet ? await openDotnet({ cli: 'real' }) : (undefined as never);
    const build = (project: string) => dotnetServer.ask('dotnet_project', { action: 'Build', project });

    /** The one error of a failure, with what it says of where. */
    const only = ({
      success,
      errors = [],
    }: Envelope): ErrorResult & { readonly at: Readonly<Record<string, string>> } => {
      expect(success).toBe(false);
      expect(new Set(errors.map(each => each.code)).size, JSON.stringify(errors)).toBe(1);
      const [first] = errors;
      return { ...first!, at: first!.data?.additionalData ?? {} };
    };

    /** Changes the line that an error names. */
    const mendLine = ({ file, line }: Readonly<Record<string, string>>, change: (line: string) => string) => {
      const lines = readFileSync(file!, 'utf8').split('\n');
      lines[Number(line) - 1] = change(lines[Number(line) - 1]!);
      writeFileSync(file!, lines.join('\n'));
    };

    const builds = async (project: string) => {
      const envelope = await build(project);
      expect(envelope.errors ?? []).toEqual([]);
      expect(envelope.success).toBe(true);
    };

    real('a compile error names the using directive that is missing', async () => {
      const project = application(
        dotnetServer,
        'Compile',
        'var all = new List<int>(); System.Console.WriteLine(all.Count);\n',
      );
      const { code, at, suggestedFixes = [] } = only(await build(project));
      expect(code).toBe('CS0246');
      const directive = suggestedFixes.map(fix => /using [\w.]+;/.exec(fix)?.[0]).find(Boolean);
      writeFileSync(at.file!, `${directive}\n${readFileSync(at.file!, 'utf8')}`);
      await builds(project);
    });

    real('a missing package is named, with the search for it and where it is referenced', async () => {
      const reference = '<ItemGroup><PackageReference Include="No.Such.Package.Of.Ours" Version="1.0.0" /></ItemGroup>';
      const project = application(dotnetServer, 'Package', 'System.Console.WriteLine();\n', reference);
      const { code, at, mcpErrorCode } = only(await build(project));
      expect({ code, mcpErrorCode, nextTool: at.nextTool }).toEqual({
        code: 'NU1101',
        mcpErrorCode: -32002,
        nextTool: 'dotnet_package',
      });
      const { action, searchTerm } = JSON.parse(at.nextArguments!) as Record<string, string>;
      expect(action).toBe('Search');
      const removed = await dotnetServer.ask('dotnet_package', {
        action: 'Remove',
        project: at.project,
        packageId: searchTerm,
      });
      expect(removed.success).toBe(true);
      await builds(project);
    });

    real('a target framework that is too new leads to the SDKs there are', async () => {
      const project = application(dotnetServer, 'Framework', 'System.Console.WriteLine();\n');
      dotnetServer.write(project, projectText().replace('net10.0', 'net99.0'));
      const { code, at } = only(await build(project));
      expect(code).toBe('NETSDK1045');
      const sdks = await dotnetServer.ask(at.nextTool!, JSON.parse(at.nextArguments!) as Record<string, unknown>);
      const newest = /^(\d+\.\d+)\./m.exec(sdks.output!.trim().split('\n').at(-1)!)![1];
      const args = {
        action: 'SetProperty',
        project: at.project,
        propertyName: 'TargetFramework',
        propertyValue: `net${newest}`,
      };
      expect((await dotnetServer.ask('dotnet_project', args)).success).toBe(true);
      await builds(project);
    });

    real('a missing reference is told by the name of what it would bring', async () => {
      dotnetServer.write(
        'Greetings/Greeting.cs',
        'namespace Greetings; public static class Greeting { public static string Text => "hi"; }\n',
      );
      dotnetServer.write('Greetings/Greetings.csproj', projectText('', '').replace('<OutputType>Exe</OutputType>', ''));
      const project = application(
        dotnetServer,
        'Reference',
        'using Greetings;\nSystem.Console.WriteLine(Greeting.Text);\n',
      );
      const { errors = [], success } = await build(project);
      expect(success).toBe(false);
      const lost = errors.find(each => each.code === 'CS0246' || each.code === 'CS0234')!;
      expect(lost.suggestedFixes!.join()).toMatch(/project reference/);
      const name = /'(\w+)'/.exec(lost.message)![1];
      const args = {
        action: 'AddReference',
        project: lost.data!.additionalData!.project,
        referencePath: join(dotnetServer.folder, name!, `${name}.csproj`),
      };
      expect((await dotnetServer.ask('dotnet_package', args)).success).toBe(true);
      await builds(project);
    });

    real('a failing test has its place, what was expected and what came, and can be run alone', async () => {
      const project = testProject(
        dotnetServer,
        'Failing',
        'public class Sums\n{\n  [Fact] public void Adds() => Assert.Equal(5, 2 + 2);\n  [Fact] public void Stays() { }\n}\n',
      );
      const first = await dotnetServer.ask('dotnet_project', { action: 'Test', project });
      const { at, rawOutput, code } = only(first);
      expect({ code, rootCause: at.rootCause }).toEqual({ code: 'EXIT_1', rootCause: 'TestFailure' });
      const [, expected] = /Expected: (\S+)/.exec(rawOutput)!;
      const [, actual] = /Actual: +(\S+)/.exec(rawOutput)!;
      mendLine(at, line => line.replace(`Equal(${expected}`, `Equal(${actual}`));
      const again = await dotnetServer.ask('dotnet_project', {
        action: 'Test',
        project,
        filter: first.metadata!.rerunFilter,
      });
      expect(again).toMatchObject({ success: true, metadata: { total: '1', passed: '1' } });
    });

    real('a solution that is not there is named, and so is what to do', async () => {
      await dotnetServer.ask('dotnet_solution', { action: 'Create', name: 'Right', format: 'slnx' });
      const { code, at, suggestedFixes, explanation } = only(await build('Wrong.slnx'));
      expect({ code, rootCause: at.rootCause }).toEqual({ code: 'MSB1009', rootCause: 'ProjectNotFound' });
      expect(suggestedFixes!.join()).toMatch(/path/i);
      expect(explanation).toBeDefined();
      await builds('Right.slnx');
    });

    real('a duplicate item is named with its type', async () => {
      const project = application(
        dotnetServer,
        'Duplicate',
        'System.Console.WriteLine();\n',
        '<ItemGroup><Compile Include="Program.cs" /></ItemGroup>',
      );
      const { code, at, message } = only(await build(project));
      expect(code).toBe('NETSDK1022');
      const itemType = /'(\w+)' items/.exec(message)![1];
      const include = /'([\w.]+\.cs)'/.exec(message)![1];
      const removed = await dotnetServer.ask('dotnet_project', {
        action: 'RemoveItem',
        project: at.project,
        itemType,
        include,
      });
      expect(JSON.parse(removed.output!)).toMatchObject({ removed: true });
      await builds(project);
    });

    real('a syntax error has the column where something is missing', async () => {
      const project = application(
        dotnetServer,
        'Syntax',
        'System.Console.WriteLine(1)\nSystem.Console.WriteLine(2);\n',
      );
      const { code, at } = only(await build(project));
      expect(code).toBe('CS1002');
      mendLine(at, line => `${line.slice(0, Number(at.column) - 1)};${line.slice(Number(at.column) - 1)}`);
      await builds(project);
    });

    real('a nullable warning that counts as an error is an error, with its place', async () => {
      const properties = '<Nullable>enable</Nullable><TreatWarningsAsErrors>true</TreatWarningsAsErrors>';
      const project = application(
        dotnetServer,
        'Nullable',
        'string s = null;\nSystem.Console.WriteLine(s);\n',
        '',
        properties,
      );
      const { code, at, suggestedFixes } = only(await build(project));
      expect(code).toBe('CS8600');
      expect(suggestedFixes!.join()).toMatch(/nullable/i);
      mendLine(at, line => line.replace('string ', 'string? '));
      await builds(project);
    });

    real('a file that a session holds leads to stopping that session', async () => {
      const code = `using var held = System.IO.File.Open(args[0], System.IO.FileMode.Open, System.IO.FileAccess.ReadWrite, System.IO.FileShare.None);
System.Console.WriteLine("holding");
System.Threading.Thread.Sleep(600000);
`;
      const more = '<ItemGroup><None Include="data.txt" CopyToOutputDirectory="Always" /></ItemGroup>';
      const held = dotnetServer.write('Locked/data.txt', 'data');
      const project = application(dotnetServer, 'Locked', code, more, '<CopyRetryCount>1</CopyRetryCount>');
      await builds(project);
      const started = await dotnetServer.ask('dotnet_project', {
        action: 'Run',
        project,
        noBuild: true,
        startMode: 'Background',
        appArgs: held,
        waitFor: 'holding',
      });
      expect(started.metadata?.ready).toBe('true');
      const { errors = [], success } = await build(project);
      expect(success).toBe(false);
      for (const { code: error, data } of errors) {
        expect(error).toMatch(/^(?:CS2012|MSB302[167])$/);
        expect(data!.additionalData).toMatchObject({ rootCause: 'FileLocked', nextTool: 'dotnet_project' });
      }
      const at = errors[0]!.data!.additionalData!;
      const next = JSON.parse(at.nextArguments!) as Record<string, unknown>;
      expect(next).toEqual({ action: 'Stop', sessionId: started.metadata!.sessionId });
      expect((await dotnetServer.ask(at.nextTool!, next)).success).toBe(true);
      await builds(project);
    });
  },
);
