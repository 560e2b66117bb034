import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Closures, DiagnosticsReader, readTrx } from '@concord/source-dotnet';
import type { Benchmark } from '../harness.js';
import { dotnetServer } from './version.js';

const MEGABYTES = 10;
const BYTES = MEGABYTES * 1_000_000;

/** Lines of a build: one in a hundred is a diagnostic, in all forms, half of them twice. */
function buildOutput(): readonly string[] {
  const forms = [
    (n: number) => `/src/App/File${n}.cs(${n},9): error CS0103: The name 'x${n}' does not exist [/src/App/App.csproj]`,
    (n: number) =>
      `  3>/src/App/My File (1)${n}.cs(5,1,5,9): warning CA1822: Member 'x${n}' can be static [/src/App/App.csproj::TargetFramework=net10.0]`,
    (n: number) =>
      `/src/App/App.csproj : error NU1101: Unable to find package P${n}. No packages exist with this id [/src/App/App.csproj]`,
    (n: number) => `MSBUILD : error MSB1009: Project file does not exist. ${n}`,
    (n: number) => `warn : NU1903: Package 'P${n}' has a known high severity vulnerability`,
  ];
  const lines: string[] = [];
  let size = 0;
  for (let at = 0; size < BYTES; at++) {
    const number = Math.floor(at / 200);
    const line =
      at % 100 === 0
        ? forms[number % forms.length]!(number)
        : `  Copying file from "/src/App/obj/${at}.dll" to "/src/App/bin/${at}.dll".`;
    lines.push(line);
    size += line.length + 1;
  }
  return lines;
}

function hostileOutput(): readonly string[] {
  const length = 65_536;
  const hostile = ['(', 'error', ': ', '['].map(each => each.repeat(length / each.length));
  return Array.from({ length: Math.ceil(BYTES / length) }, (_, at) => hostile[at % hostile.length]!);
}

const read = (lines: readonly string[]) => () => {
  const reader = new DiagnosticsReader({ directory: '/src' });
  for (const line of lines) reader.push(line);
  return void reader.result();
};

/** Ten megabytes of output through the reader of diagnostics, and as many that are meant to be slow. */
export function diagnosticsReading(): Benchmark {
  return {
    name: 'reading diagnostics',
    work: { amount: MEGABYTES, unit: 'MB' },
    subjects: { build: read(buildOutput()), hostile: read(hostileOutput()) },
    targets: [{ subject: 'hostile', against: 'build', atLeast: 0.1 }],
    limits: [{ subject: 'build', underMs: (MEGABYTES / 50) * 1_000 }],
    rounds: 20,
  };
}

const PROJECTS = 200;

/** What has to be locked for a solution of 200 projects, each of which names the one before. */
export function lockComputing(): Benchmark {
  const folder = mkdtempSync(join(tmpdir(), 'concord-bench-'));
  const names = Array.from({ length: PROJECTS }, (_, at) => `P${at}`);
  for (const [at, name] of names.entries()) {
    mkdirSync(join(folder, name));
    const reference = at === 0 ? '' : `<ProjectReference Include="../P${at - 1}/P${at - 1}.csproj" />`;
    writeFileSync(
      join(folder, name, `${name}.csproj`),
      `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>${reference}</ItemGroup></Project>`,
    );
  }
  const solution = join(folder, 'All.slnx');
  writeFileSync(
    solution,
    `<Solution>${names.map(name => `<Project Path="${name}/${name}.csproj" />`).join('')}</Solution>`,
  );
  const warm = new Closures();
  const closure = (closures: Closures) => {
    if (closures.of(solution).length !== PROJECTS + 1) throw new Error('some projects were not found');
  };
  return {
    name: 'locks of a solution of 200 projects',
    work: { amount: PROJECTS, unit: 'projects' },
    subjects: { cold: () => closure(new Closures()), cached: () => closure(warm) },
    limits: [
      { subject: 'cold', underMs: 100 },
      { subject: 'cached', underMs: 5 },
    ],
    rounds: 20,
    close: () => rmSync(folder, { recursive: true }),
  };
}

const RESULTS = 10_000;

/** A file with 10,000 results of tests. */
export function trxReading(): Benchmark {
  const result = (at: number) =>
    `<UnitTestResult executionId="e${at}" testId="t${at}" testName="N.C.Test${at}" duration="00:00:00.0010000" outcome="${at % 100 === 0 ? 'Failed' : 'Passed'}">${
      at % 100 === 0
        ? '<Output><ErrorInfo><Message>Assert.Equal() Failure</Message><StackTrace>   at N.C.Test() in /src/T.cs:line 12</StackTrace></ErrorInfo></Output>'
        : ''
    }</UnitTestResult>`;
  const definition = (at: number) =>
    `<UnitTest name="N.C.Test${at}" storage="/src/bin/t.dll" id="t${at}"><Execution id="e${at}" /><TestMethod codeBase="/src/bin/t.dll" className="N.C" name="Test${at}" /></UnitTest>`;
  const each = (make: (at: number) => string) => Array.from({ length: RESULTS }, (_, at) => make(at)).join('\n');
  const xml = `<?xml version="1.0" encoding="utf-8"?>\n<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>${each(result)}</Results><TestDefinitions>${each(definition)}</TestDefinitions></TestRun>`;
  return {
    name: 'a file of 10,000 test results',
    work: { amount: RESULTS, unit: 'results' },
    subjects: {
      read: () => {
        if (readTrx(xml)?.results.length !== RESULTS) throw new Error('some results were not found');
      },
    },
    limits: [{ subject: 'read', underMs: 300 }],
    rounds: 20,
  };
}

/** The list of tools of a server that runs. */
export async function toolsListing(): Promise<Benchmark> {
  const server = await dotnetServer();
  return {
    name: 'list of the tools of .NET',
    work: { amount: 1, unit: 'lists' },
    subjects: { list: () => server.request('tools/list', {}) },
    limits: [{ subject: 'list', underMs: 50 }],
    rounds: 20,
    close: server.close,
  };
}
