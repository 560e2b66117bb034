/** Makes the same build log every time: what npm, tsc, dotnet, docker, pytest and git print, about `size` characters of it. */
export function buildLog(size: number): string {
  const random = generator(20260728);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const number = (limit: number) => Math.floor(random() * limit);
  const digits = (length: number, alphabet: string) =>
    Array.from({ length }, () => alphabet[number(alphabet.length)]).join('');
  const hex = (length: number) => digits(length, '0123456789abcdef');
  const version = () => `${number(20)}.${number(30)}.${number(40)}`;
  const path = () => `src/${pick(folders)}/${pick(names)}${pick(extensions)}`;
  const time = () =>
    `2026-07-${10 + number(18)}T${10 + number(13)}:${10 + number(49)}:${10 + number(49)}.${number(999)}Z`;

  const lines: readonly (() => string)[] = [
    () => `npm warn deprecated ${pick(packages)}@${version()}: This version is no longer supported`,
    () => `npm http fetch GET 200 https://registry.example.org/${pick(packages)} ${number(900)}ms (cache hit)`,
    () => `added ${number(2000)} packages, and audited ${number(3000)} packages in ${number(60)}s`,
    () =>
      `${path()}(${number(900)},${number(80)}): error TS2345: Argument of type 'string' is not assignable to '${pick(types)}'.`,
    () =>
      `/srv/app/${path()}(${number(900)},${number(80)}): warning CS0168: The variable '${pick(names)}' is declared but never used [/srv/app/App.csproj]`,
    () => `  Determining projects to restore...`,
    () => `  Restored /srv/app/${pick(folders)}/${pick(types)}.csproj (in ${number(900)} ms).`,
    () => `  ${pick(types)} -> /srv/app/bin/Release/net8.0/${pick(types)}.dll`,
    () => `#${number(30)} [stage-1 ${number(9)}/12] RUN npm ci --omit=dev`,
    () => `#${number(30)} sha256:${hex(64)} ${number(90)}.${number(99)}MB / 92.10MB ${number(60)}.${number(9)}s`,
    () => ` ---> ${hex(12)}`,
    () => `${time()} INFO  [${pick(types)}] Compiled ${number(900)} modules in ${number(9000)} ms`,
    () => `${time()} DEBUG [${pick(types)}] resolved ${path()} from cache, key ${hex(40)}`,
    () =>
      `    at ${pick(types)}.${pick(names)} (/srv/app/node_modules/${pick(packages)}/lib/index.js:${number(900)}:${number(90)})`,
    () => `    at async Promise.all (index ${number(9)})`,
    () => `\u001b[32mPASS\u001b[39m ${path()} (${number(9)}.${number(999)} s)`,
    () => `tests/${pick(folders)}/test_${pick(names)}.py::test_${pick(names)} PASSED [ ${number(99)}%]`,
    () => `commit ${hex(40)}`,
    () => `    ${pick(sentences)}`,
    () => `[${number(100)}%] Building CXX object ${pick(folders)}/CMakeFiles/${pick(names)}.dir/${pick(names)}.cpp.o`,
    () => `      "integrity": "sha512-${digits(86, base64)}==",`,
    () => `      "resolved": "https://registry.example.org/${pick(packages)}/-/${pick(packages)}-${version()}.tgz",`,
    () => `warning: unused import: \`${pick(names)}::${pick(types)}\` --> ${path()}:${number(900)}:${number(80)}`,
    () => `Unexpected token: expected '}' but found end of file in ${path()}`,
  ];
  const log: string[] = [];
  for (let length = 0; length < size; ) {
    const line = pick(lines)();
    log.push(line);
    length += line.length + 1;
  }
  // Through bytes and back, so that the text is one flat string as output of a process is.
  return Buffer.from(log.join('\n')).toString('latin1').slice(0, size);
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const folders = [
  'components',
  'services',
  'core',
  'shared/ui',
  'api/controllers',
  'lib',
  'utils',
  'middleware',
  'auth',
];
const names = [
  'index',
  'parser',
  'userService',
  'renderTree',
  'lexer',
  'session',
  'handler',
  'tokenizer',
  'layout',
  'query',
];
const extensions = ['.ts', '.tsx', '.cs', '.js', '.py', '.rs'];
const types = [
  'UserController',
  'CancellationToken',
  'HttpClient',
  'Startup',
  'LayoutEngine',
  'ModuleGraph',
  'SourceMap',
];
const packages = [
  'lodash',
  '@babel/core',
  'inflight',
  'glob',
  'webpack',
  'rimraf',
  '@types/node',
  'esbuild',
  'chokidar',
];
const sentences = [
  'Fix the race between the watcher and the first build',
  'Keep the order of diagnostics stable across runs',
  'Move the session store behind an interface',
  'Bump the toolchain and drop the workaround for the old linker',
];

/** A small linear congruential generator: quality does not matter, repeatability does. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
