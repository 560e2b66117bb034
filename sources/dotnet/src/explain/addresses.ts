const BASE = 'https://learn.microsoft.com/en-us/';
const COMPILER = 'dotnet/csharp/language-reference/compiler-messages/';

/** Where a page about a code is, by the letter its row has; `-` for none. */
export const pages: Readonly<Record<string, (code: string) => string | undefined>> = {
  L: code => `${BASE}${COMPILER}${code}`,
  M: code => `${BASE}dotnet/csharp/misc/${code}`,
  E: () => `${BASE}${COMPILER}entry-point-errors`,
  U: () => `${BASE}${COMPILER}nullable-warnings`,
  D: () => `${BASE}${COMPILER}using-directive-errors`,
  V: code => `${BASE}visualstudio/msbuild/errors/${code}`,
  N: code => `${BASE}nuget/reference/errors-and-warnings/${code}`,
  K: () => `${BASE}nuget/reference/errors-and-warnings/nu1901-nu1904`,
  S: code => `${BASE}dotnet/core/tools/sdk-errors/${code}`,
  I: () => `${BASE}dotnet/core/tools/sdk-errors/`,
  '-': () => undefined,
};

/** The page of a rule of the analyzers that come with the SDK; undefined for any other code. */
export function analyzerPage(code: string): string | undefined {
  const lower = code.toLowerCase();
  if (/^ca\d{4}$/.test(lower)) return `${BASE}dotnet/fundamentals/code-analysis/quality-rules/${lower}`;
  if (/^ide\d{4}$/.test(lower)) return `${BASE}dotnet/fundamentals/code-analysis/style-rules/${lower}`;
  return undefined;
}
