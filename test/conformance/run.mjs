// Runs the official conformance suite against our server, over HTTP, for both protocol revisions; prints passed of required.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = path => fileURLToPath(new URL(path, import.meta.url));
const node24 = here('node_modules/node/bin/node');
const referee = here('node_modules/@modelcontextprotocol/conformance/dist/index.js');
const revisions = { '2025-11-25': { required: 30, leastChecks: 70 }, '2026-07-28': { required: 37, leastChecks: 120 } };

if (!existsSync(node24) || !existsSync(referee)) {
  console.error('The conformance suite is not installed. Install it with: npm ci --prefix test/conformance');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'concord-conformance-'));
const server = spawn(process.execPath, [here('../../bin/mcp'), 'serve', here('source.mjs'), '--http', '127.0.0.1:0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, XDG_STATE_HOME: folder, MCPBASH_LOG_LEVEL: 'error' },
});
let failed = false;
try {
  const [url] = await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).once('line', line => resolve([line]));
    server.once('exit', code => reject(new Error(`the server exited with ${code} before it listened`)));
  });
  for (const [revision, expected] of Object.entries(revisions))
    failed = !(await judge(url, revision, expected)) || failed;
} finally {
  server.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

/** One revision: the referee's own verdict, and ours that no scenario passed without a single check. */
async function judge(url, revision, { required, leastChecks }) {
  const output = join(folder, revision);
  const flags = ['--requirements', revision, '--expected-failures', here('baseline.yml'), '-o', output];
  const { code, text } = await run(node24, [referee, 'server', '--url', url, ...flags]);
  const results = readScenarios(output);
  const names = await requiredNames(revision);
  const scored = names.map(
    name => results.find(each => each.name.includes(name)) ?? { name, successes: 0, failures: 1 },
  );
  const passed = scored.filter(({ failures, successes }) => failures === 0 && successes > 0);
  const checks = scored.reduce((sum, { successes }) => sum + successes, 0);
  for (const each of scored)
    if (!passed.includes(each))
      console.log(`  failed: ${each.name} (${each.successes} checks passed, ${each.failures} failed)`);
  const good = code === 0 && passed.length >= required && checks >= leastChecks && !text.includes('timed out');
  console.log(
    `server ${revision}: ${passed.length} of ${required} required scenarios passed, ${checks} checks${good ? '' : ' -- NOT GOOD'}`,
  );
  if (!good) console.log(text.slice(-4_000));
  return good;
}

/** What each scenario's folder of results says. */
function readScenarios(output) {
  return readdirSync(output, { recursive: true })
    .filter(path => path.endsWith('checks.json'))
    .map(path => {
      const checks = JSON.parse(readFileSync(join(output, path), 'utf8'));
      const count = status => checks.filter(check => check.status === status).length;
      return {
        path,
        name: path.split('/').at(-2),
        successes: count('SUCCESS'),
        failures: count('FAILURE') + count('WARNING'),
      };
    });
}

/** The names of the scenarios that count for a revision. */
async function requiredNames(revision) {
  const { text } = await run(node24, [referee, 'list', '--requirements', revision]);
  const section = text.split('Server scenarios')[1]?.split('Client scenarios')[0] ?? '';
  return [...section.matchAll(/^ {2}- ([\w/.-]{1,100})$/gm)].map(match => match[1]);
}

function run(command, args) {
  return new Promise(resolve => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk));
    const deadline = setTimeout(() => child.kill('SIGKILL'), 300_000);
    child.once('close', code => {
      clearTimeout(deadline);
      resolve({ code, text });
    });
  });
}
