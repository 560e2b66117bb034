/** The namespace of names that everybody uses. */
const namespaces: Readonly<Record<string, readonly string[]>> = {
  System: ['Console', 'Math', 'DateTime', 'Guid', 'Environment', 'Exception'],
  'System.Collections.Generic': ['List', 'Dictionary', 'HashSet'],
  'System.IO': ['File', 'Path', 'Directory', 'Stream'],
  'System.Threading.Tasks': ['Task'],
  'System.Linq': ['Enumerable'],
  'System.Text': ['StringBuilder', 'Encoding'],
  'System.Text.RegularExpressions': ['Regex'],
  'System.Text.Json': ['JsonSerializer'],
  'System.Net.Http': ['HttpClient'],
  'System.Diagnostics': ['Stopwatch'],
  'System.Threading': ['CancellationToken'],
};

const namespaceOf = new Map(
  Object.entries(namespaces).flatMap(([namespace, names]) => names.map(name => [name, namespace] as const)),
);

/** What a message names, under the words that advice uses for it. */
export function namesIn(message: string, code: string): Readonly<Record<string, string | undefined>> {
  const quoted = /'([^']{1,200})'/.exec(message)?.[1];
  const identifier = quoted?.replace(/<.{0,200}>$/, '');
  return {
    using: identifier === undefined ? undefined : usingOf(identifier),
    package: packageIn(message, code),
    framework: /Version=v(\d{1,3}(?:\.\d{1,3}){1,3})/.exec(message)?.[1],
    workloads: /workloads? must be installed: ([A-Za-z0-9_,. -]{1,200})/
      .exec(message)?.[1]
      ?.replace(/[,.]/g, ' ')
      .trim()
      .replace(/ {2,9}/g, ' '),
    runtime: /'[^']{0,100}\/([a-z0-9.-]{1,60})'/.exec(message)?.[1],
  };
}

function usingOf(identifier: string): string {
  const namespace = namespaceOf.get(identifier);
  return namespace === undefined
    ? `Add the using directive for the namespace that declares '${identifier}'`
    : `Add 'using ${namespace};' directive`;
}

/** The id of the package a message of NuGet is about. */
export function packageIn(message: string, code: string): string | undefined {
  if (!/^NU\d/i.test(code)) return undefined;
  const found =
    /(?:package|packages for|versions available for the package|conflict detected for|resolve|downgrade: ?)\s{1,3}'?([A-Za-z0-9_][A-Za-z0-9_.-]{0,99})/i.exec(
      message,
    );
  return found?.[1]?.replace(/\.$/, '');
}
