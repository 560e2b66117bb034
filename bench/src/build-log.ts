/** How many characters of the log stand between two real secrets, on average. */
const SECRET_EVERY = 30_000;

/**
 * Makes the same build log every time: what npm, tsc, dotnet, docker, pytest and git print, about `size` characters of it. One
 * line in twelve holds something that only looks like a secret or like the key of one: URLs, hashes, integrity strings, assembly
 * names, the words token, secret and password in paths, prose and code. Real secrets of several kinds stand between them.
 */
export function buildLog(size: number): string {
  const random = generator(20260728);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const number = (limit: number) => Math.floor(random() * limit);
  const digits = (length: number, alphabet: string) =>
    Array.from({ length }, () => alphabet[number(alphabet.length)]).join('');
  const hex = (length: number) => digits(length, '0123456789abcdef');
  const uuid = () => [8, 4, 4, 4, 12].map(hex).join('-');
  const version = () => `${number(20)}.${number(30)}.${number(40)}`;
  const path = () => `src/${pick(folders)}/${pick(names)}${pick(extensions)}`;
  const time = () =>
    `2026-07-${10 + number(18)}T${10 + number(13)}:${10 + number(49)}:${10 + number(49)}.${number(999)}Z`;

  const plain: readonly (() => string)[] = [
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

  const suspicious: readonly (() => string)[] = [
    () => `${time()} GET https://api.example.org/v1/${pick(folders)}/tokens?page=${number(90)} 200 ${number(900)}ms`,
    () => `Downloading https://files.example.org/${hex(2)}/${hex(60)}/${pick(packages)}-${version()}-py3-none-any.whl`,
    () => `From https://git.example.org:8443/${pick(folders)}/${pick(names)} ${hex(7)}..${hex(7)} main -> origin/main`,
    () => `${pick(packages)}@${version()}: resolution: {integrity: sha512-${digits(86, base64)}==}`,
    () => `${hex(64)}  dist/${pick(names)}-${version()}.tar.gz`,
    () =>
      `Could not load file or assembly '${pick(types)}, Version=${version()}.0, Culture=neutral, PublicKeyToken=${hex(16)}'`,
    () => `  <Reference Include="${pick(types)}, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089" />`,
    () =>
      `src/auth/token/${pick(names)}.ts:${number(900)}:${number(80)} - error TS7006: Parameter 'token' implicitly has an 'any' type.`,
    () => `copying src/secrets/${pick(names)}.yaml -> build/lib/password_reset/${pick(names)}.yaml`,
    () => `PASS tests/password/reset-password.${pick(names)}.spec.ts (${number(9)}.${number(999)} s)`,
    () => `  ok ${number(900)} - rejects a password that is too short (${number(90)} ms)`,
    () => `    at TokenService.validate (/srv/app/src/token-service.ts:${number(900)}:${number(90)})`,
    () => `warning: the secret '${pick(names)}' is not used by any job; see the notes on access keys`,
    () => `Unexpected token: expected ${pick(names)} but found identifier`,
    () => `${number(900)}     const token = await ${pick(names)}.getToken(request.headers);`,
    () => `  tokens: ${number(9000)}, max_token: ${number(9000)}, token_type: bearer`,
    () => `  password: \x24{{ secrets.DB_PASSWORD }}`,
    () => `  secretName: ${pick(names)}-tls`,
    () => `API_KEY=$API_KEY TOKEN_FILE=/run/secrets/token npm run ${pick(names)}`,
    () =>
      `name: ${pick(names)}\nstage: ${pick(names)}\nimage: registry.example.org:5000/${pick(folders)}@sha256:${hex(64)}`,
    () => `key: ${pick(names)}-${hex(40)}`,
    () => `      "node_modules/jsonwebtoken": { "version": "${version()}", "csrf-token": "~${version()}" }`,
    () => `Set the access key: it is shown once. Authorization: who may do what. Cookie: a small text.`,
    () => `${time()} WARN  [TokenCache] token expired after ${number(3600)} s, request ${uuid()} retried`,
    () => `  "tokenEndpoint": "https://login.example.org/oauth2/token", "password": null, "secret": "",`,
    () => `  public Task Run(string password, CancellationToken cancellationToken = default) // ${pick(types)}.cs`,
    () => `remote: Resolving deltas: 100% (${number(900)}/900), password authentication was not used`,
    () =>
      `task-${number(99)} disk-${number(99)} risk-level=${pick(names)} key-down=${number(9)} sk-learn==${version()}`,
  ];

  const secrets: readonly (() => string)[] = [
    () => `DB_PASSWORD=${digits(14, base62)}`,
    () => `GITHUB_TOKEN=${['gh', 'p_'].join('')}${digits(36, base62)}`,
    () => `  client_secret: '${digits(32, base62)}'`,
    () => `> Authorization: Bearer ${digits(40, base62)}`,
    () => `cloning https://ci:${digits(20, base62)}@git.example.org/${pick(folders)}.git`,
    () => `Server=db;Database=app;User Id=sa;Password=${digits(12, base62)};Encrypt=true`,
    () => `aws_access_key_id ${['AK', 'IA'].join('')}${digits(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`,
    () => `{"apiKey":"${digits(24, base62)}","region":"eu"}`,
    () => `$ deploy --token ${digits(24, base62)} --region eu`,
    () =>
      `session ${['ey', 'J'].join('')}${digits(30, base62)}.${['ey', 'J'].join('')}${digits(60, base62)}.${digits(43, base62)}`,
    () =>
      `-----BEGIN ${['PRIV', 'ATE KEY'].join('')}-----\n${digits(64, base64)}\n-----END ${['PRIV', 'ATE KEY'].join('')}-----`,
  ];

  const log: string[] = [];
  let nextSecret = SECRET_EVERY;
  for (let length = 0; length < size; ) {
    const due = length >= nextSecret;
    if (due) nextSecret += SECRET_EVERY;
    const line = pick(due ? secrets : random() < 0.92 ? plain : suspicious)();
    log.push(line);
    length += line.length + 1;
  }
  // Through bytes and back, so that the text is one flat string as output of a process is.
  return Buffer.from(log.join('\n')).toString('latin1').slice(0, size);
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base62 = base64.slice(0, 62);
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
