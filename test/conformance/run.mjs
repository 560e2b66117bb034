// Runs the official conformance suite against our server and our client, for both protocol revisions; prints passed of required.
// `server` or `client` as an argument runs that half only; `server URL` judges a server that runs already.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = path => fileURLToPath(new URL(path, import.meta.url));
const node24 = here('node_modules/node/bin/node');
const referee = here('node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** What is expected of each half, and how many checks it takes at least: a scenario can pass without a single one. */
const revisions = {
  '2025-11-25': { server: { required: 30, leastChecks: 70 }, client: { required: 18, leastChecks: 230 } },
  '2026-07-28': { server: { required: 37, leastChecks: 120 }, client: { required: 32, leastChecks: 350 } },
};

/** Scenarios in which a client that behaves ends with an error. */
const refusals = new Set([
  ...['auth/scope-retry-limit', 'auth/resource-mismatch', 'auth/metadata-issuer-mismatch'],
  ...['auth/iss-supported-missing', 'auth/iss-wrong-issuer', 'auth/iss-unexpected', 'auth/iss-normalized'],
]);

if (!existsSync(node24) || !existsSync(referee)) {
  console.error('The conformance suite is not installed. Install it with: npm ci --prefix test/conformance');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'concord-conformance-'));
const [half, running] = process.argv.slice(2);
const halves = half === undefined ? ['server', 'client'] : [half];
const verdicts = [];
const judgeAll = async (half, target) => {
  for (const revision of Object.keys(revisions)) verdicts.push(await judge(half, revision, target));
};
try {
  if (running) await judgeAll('server', ['--url', running]);
  else if (halves.includes('server')) await withServer(url => judgeAll('server', ['--url', url]));
  // Split at blanks and run through a shell: only the path of Node may not have any.
  const command = ['--command', `${process.execPath} client-driver.mjs`, '--timeout', '120000'];
  if (halves.includes('client')) await judgeAll('client', command);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = verdicts.every(Boolean) ? 0 : 1;

async function withServer(work) {
  const args = [here('../../bin/mcp'), 'serve', here('source.mjs'), '--http', '127.0.0.1:0'];
  const server = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, XDG_STATE_HOME: folder, MCPBASH_LOG_LEVEL: 'error' },
  });
  try {
    const url = await new Promise((resolve, reject) => {
      createInterface({ input: server.stdout }).once('line', resolve);
      server.once('exit', code => reject(new Error(`the server exited with ${code} before it listened`)));
    });
    await work(url);
  } finally {
    server.kill('SIGTERM');
  }
}

/** One half at one revision: the referee's own verdict, and ours that every scenario was really played. */
async function judge(half, revision, target) {
  const { required, leastChecks } = revisions[revision][half];
  const output = join(folder, `${half}-${revision}`);
  const flags = ['--requirements', revision, '--expected-failures', here('baseline.yml'), '-o', output];
  const { code, text } = await run(node24, [referee, half, ...target, ...flags]);
  const results = readScenarios(output, half);
  const names = await requiredNames(half, revision);
  const scored = names.map(name => results.find(each => each.name === name) ?? { name, successes: 0, failures: 1 });
  const passed = scored.filter(({ failures, successes, fault }) => failures === 0 && successes > 0 && !fault);
  const checks = scored.reduce((sum, { successes }) => sum + successes, 0);
  for (const { name, successes, failures, fault } of scored.filter(each => !passed.includes(each)))
    console.log(`  failed: ${name} (${successes} checks passed, ${failures} failed) ${fault ?? ''}`);
  const good = code === 0 && passed.length >= required && checks >= leastChecks && !text.includes('timed out');
  const verdict = `${half} ${revision}: ${passed.length} of ${required} required scenarios passed, ${checks} checks`;
  console.log(`${verdict}${good ? '' : ' -- NOT GOOD'}`);
  if (!good) console.log(text.slice(-4_000));
  return good;
}

/** What each scenario's folder of results says. */
function readScenarios(output, half) {
  return readdirSync(output, { recursive: true })
    .filter(path => path.endsWith('checks.json'))
    .map(path => {
      const checks = JSON.parse(readFileSync(join(output, path), 'utf8'));
      const count = status => checks.filter(check => check.status === status).length;
      const [, name] = /^(.*)-\d{4}-\d\d-\d\dT[\dZ-]+$/.exec(dirname(path)) ?? [];
      return {
        name: half === 'server' ? name?.replace(/^server-/, '') : name,
        successes: count('SUCCESS'),
        failures: count('FAILURE') + count('WARNING'),
        fault: half === 'client' ? driverFault(join(output, dirname(path), 'stderr.txt'), name) : undefined,
      };
    });
}

/** The referee looks at neither the exit code of a client nor at what it complains about: we do. */
function driverFault(path, name) {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  const expected = refusals.has(name) ? 'exit 1' : 'exit 0';
  const isClean = lines.at(-1) === expected && lines.length === (refusals.has(name) ? 2 : 1);
  return isClean ? undefined : `the driver said: ${lines.join(' | ')}`;
}

/** The names of the scenarios that count for a revision. */
async function requiredNames(half, revision) {
  const { text } = await run(node24, [referee, 'list', '--requirements', revision]);
  const [server = '', client = ''] = text.split('Server scenarios')[1]?.split('Client scenarios') ?? [];
  const section = half === 'server' ? server : client.split('Run and reported')[0];
  return [...section.matchAll(/^ {2}- ([\w/.-]{1,100})$/gm)].map(match => match[1]);
}

function run(command, args) {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: here('.'), stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk));
    const deadline = setTimeout(() => child.kill('SIGKILL'), 300_000);
    child.once('close', code => {
      clearTimeout(deadline);
      resolve({ code, text });
    });
  });
}
