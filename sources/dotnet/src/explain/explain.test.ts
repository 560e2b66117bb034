import { describe, expect, it } from 'vitest';
import { codeTable } from './codes.js';
import { explain } from './explain.js';

const codes = codeTable.flatMap(row => row.codes);

describe('the dictionary', () => {
  it('has each code once, with a sentence and a page for each', () => {
    expect(new Set(codes).size).toBe(codes.length);
    for (const row of codeTable)
      expect([row.codes, Array.isArray(row.explanation) ? row.explanation.length : row.codes.length]).toEqual([
        row.codes,
        row.codes.length,
      ]);
  });

  it.each(codes)('explains %s', code => {
    const { explanation, suggestedFixes, documentationUrl, hint } = explain({
      code: ` ${code.toLowerCase()} `,
      message: 'x',
    });
    expect(explanation).toMatch(/^[A-Z].{10,}\.$/);
    expect(suggestedFixes!.length).toBeGreaterThanOrEqual(2);
    expect(suggestedFixes!.length).toBeLessThanOrEqual(4);
    expect(hint).toBeTruthy();
    for (const fix of suggestedFixes!) expect(fix).not.toMatch(/[{}]/);
    if (documentationUrl !== undefined)
      expect(documentationUrl).toMatch(/^https:\/\/learn\.microsoft\.com\/en-us\/[a-z0-9/.-]{1,200}$/);
  });
});

it('says for three codes what the contract prints', () => {
  expect(explain({ code: 'CS0103', message: "The name 'Console' does not exist in the current context" })).toEqual({
    hint: 'The name does not exist in the current context. Check for typos or missing using directives.',
    explanation: 'The compiler could not find the specified identifier in the current scope.',
    documentationUrl: 'https://learn.microsoft.com/en-us/dotnet/csharp/language-reference/compiler-messages/cs0103',
    suggestedFixes: [
      "Add 'using System;' directive",
      'Check for typos in the identifier name',
      'Verify the namespace is referenced',
    ],
  });
  expect(
    explain({ code: 'MSB3644', message: 'The reference assemblies for .NETFramework,Version=v4.7.2 were not found' }),
  ).toEqual({
    hint: 'The reference assemblies were not found. Install the .NET SDK or targeting pack for the specified framework.',
    explanation: 'MSBuild could not locate the reference assemblies needed to build for the target framework.',
    documentationUrl: 'https://learn.microsoft.com/en-us/visualstudio/msbuild/errors/msb3644',
    suggestedFixes: [
      'Install the .NET Framework 4.7.2 Developer Pack',
      'Update TargetFramework to a supported version like net8.0',
      'Install Visual Studio with .NET Framework development workload',
    ],
  });
  expect(
    explain({
      code: 'NU1101',
      message: "Unable to find package 'NonExistentPackage'. No packages exist with this id in source(s): nuget.org",
    }),
  ).toEqual({
    hint: 'Unable to find package. Check package name and source.',
    explanation: 'The specified NuGet package does not exist in the configured package sources.',
    documentationUrl: 'https://learn.microsoft.com/en-us/nuget/reference/errors-and-warnings/nu1101',
    suggestedFixes: [
      'Verify the package name spelling',
      'Check if the package exists on nuget.org',
      'Try searching: dotnet package search NonExistentPackage',
    ],
  });
});

it('names what the message names', () => {
  const fixes = (code: string, message: string) => explain({ code, message }).suggestedFixes!.join('\n');
  expect(fixes('CS0246', "The type or namespace name 'List<>' could not be found")).toContain(
    "'using System.Collections.Generic;'",
  );
  expect(fixes('CS0103', "The name 'frobnicate' does not exist")).toContain("declares 'frobnicate'");
  expect(fixes('NU1102', 'Unable to find package Newtonsoft.Json with version (>= 99.0.0)')).toContain(
    'search Newtonsoft.Json',
  );
  expect(
    fixes('NETSDK1147', 'To build this project, the following workloads must be installed: wasm-tools, maui'),
  ).toContain('install wasm-tools maui');
  expect(explain({ code: 'CA1822', message: 'x' })).toEqual({
    documentationUrl: 'https://learn.microsoft.com/en-us/dotnet/fundamentals/code-analysis/quality-rules/ca1822',
  });
  expect(explain({ code: 'XYZ1', message: 'x' })).toEqual({});
});
