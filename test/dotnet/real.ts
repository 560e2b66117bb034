import { afterAll, type TestContext, test } from 'vitest';
import { type DotnetServer, hasDotnet } from './dotnet-fixture.js';

let skipped = 0;

/** A test of the real CLI. Without it the test is skipped loudly, or fails where CONCORD_REQUIRE_DOTNET is 1. */
export function real(name: string, run: (context: TestContext) => Promise<void>, timeoutMs?: number): void {
  if (hasDotnet || process.env.CONCORD_REQUIRE_DOTNET === '1') return void test.concurrent(name, run, timeoutMs);
  if (skipped === 0) afterAll(tellSkipped);
  skipped += 1;
  console.warn(`SKIPPED (no dotnet on PATH): ${name}`);
  // Skipped by itself: where nothing runs at all, nothing is told afterwards either.
  test(name, ({ skip }) => skip());
}

function tellSkipped(): void {
  console.warn(`SKIPPED ${skipped} tests that need dotnet on PATH: https://dotnet.microsoft.com/download has it`);
  skipped = 0;
}

/** Restores a project that needs packages; where no source has them the test is skipped loudly. */
export async function restored(
  dotnetServer: DotnetServer,
  project: string,
  { task, skip }: TestContext,
): Promise<void> {
  const { success, errors } = await dotnetServer.ask('dotnet_project', { action: 'Restore', project });
  if (success) return;
  console.warn(`SKIPPED (${project} needs packages that no source here has): ${task.name}`);
  skip(errors![0]!.message);
}

/** The text of a project of one framework, with more inside it. */
export function projectText(more = '', properties = ''): string {
  return `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    ${properties}
  </PropertyGroup>
  ${more}
</Project>
`;
}

/** A console application: its project and its one file. Gives the path of the project from the server's folder. */
export function application(
  dotnetServer: DotnetServer,
  name: string,
  code: string,
  more = '',
  properties = '',
): string {
  dotnetServer.write(`${name}/Program.cs`, code);
  dotnetServer.write(`${name}/${name}.csproj`, projectText(more, properties));
  return `${name}/${name}.csproj`;
}

/** Packages of tests with xunit, in versions that fit this SDK. */
export const testPackages = `<ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" Version="17.14.1" />
    <PackageReference Include="xunit" Version="2.9.3" />
    <PackageReference Include="xunit.runner.visualstudio" Version="3.1.5" />
    <Using Include="Xunit" />
  </ItemGroup>`;

/** A project of tests. */
export function testProject(dotnetServer: DotnetServer, name: string, code: string): string {
  dotnetServer.write(`${name}/Tests.cs`, code);
  dotnetServer.write(
    `${name}/${name}.csproj`,
    projectText(testPackages, '<ImplicitUsings>enable</ImplicitUsings>').replace('<OutputType>Exe</OutputType>', ''),
  );
  return `${name}/${name}.csproj`;
}
