import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Benchmark, Subject } from '../harness.js';
import { LineClient } from '../host/line-client.js';
import { echoes } from './projects.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const mcp = here('../../../bin/mcp');
const message = 'hello';

/** Rounds before those that count: servers are measured when their code is compiled, which takes them some thousand calls. */
const warmUps = { executable: 40, module: 25, warm: 60 };

function times(count: number, once: () => Promise<unknown>): Subject {
  return async () => {
    for (let call = 0; call < count; call += 1) await once();
  };
}

const callOf = (client: LineClient, name: string) => async () => {
  const answer = (await client.request('tools/call', { name, arguments: { message } })) as {
    result?: { isError?: boolean };
  };
  if (!answer.result || answer.result.isError) throw new Error(`the call of ${name} failed: ${JSON.stringify(answer)}`);
};

/** A call of a script, beside starting the same file and collecting its output. */
export async function executableCalls(): Promise<Benchmark> {
  const project = echoes();
  const client = await new LineClient([mcp, 'serve', project.root]).initialize();
  const file = `${project.root}/tools/script/tool.sh`;
  const CALLS = 50;
  return {
    name: 'call of an executable',
    work: { amount: CALLS, unit: 'calls' },
    subjects: { spawn: times(CALLS, () => spawned(file)), concord: times(CALLS, callOf(client, 'script')) },
    targets: [{ subject: 'concord', against: 'spawn', atLeast: 0.8 }],
    rounds: 20,
    warmUp: warmUps.executable,
    close: () => {
      client.close();
      project.remove();
    },
  };
}

function spawned(file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, [], { stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (piece: Buffer) => {
      output += piece;
    });
    child.stderr.resume();
    child.once('error', reject);
    child.once('close', () => resolve(output));
    child.stdin.end(JSON.stringify({ message }));
  });
}

/** A call of a module, beside servers that do nothing but hand the message to a thread. */
export async function moduleCalls(): Promise<Benchmark> {
  const project = echoes();
  const concord = await new LineClient([mcp, 'serve', project.root]).initialize();
  const raw = await new LineClient([here('raw-hop-server.js')]).initialize();
  const sdk = await new LineClient([here('sdk-hop-server.js')]).initialize();
  const CALLS = 500;
  return {
    name: 'call of a module',
    work: { amount: CALLS, unit: 'calls' },
    subjects: {
      'raw+hop': times(CALLS, callOf(raw, 'echo')),
      'sdk+hop': times(CALLS, callOf(sdk, 'echo')),
      concord: times(CALLS, callOf(concord, 'module')),
    },
    targets: [
      { subject: 'concord', against: 'raw+hop', atLeast: 0.5 },
      { subject: 'concord', against: 'sdk+hop', atLeast: 1 },
    ],
    rounds: 35,
    starts: 7,
    warmUp: warmUps.module,
    close: () => {
      for (const client of [concord, raw, sdk]) client.close();
      project.remove();
    },
  };
}

/**
 * A call of a warm program, beside one line there and back to the same program, beside a server that does nothing but relay such
 * lines, which is the least that two hops cost, and beside a cold program.
 */
export async function warmCalls(): Promise<Benchmark> {
  const project = echoes();
  const concord = await new LineClient([mcp, 'serve', project.root]).initialize();
  const cold = await new LineClient([mcp, 'serve', project.root]).initialize();
  const file = `${project.root}/tools/warm/tool`;
  const relay = await new LineClient([here('raw-relay-server.js'), file]).initialize();
  const program = spawn(file, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  let answered: (line: string) => void = () => {};
  createInterface({ input: program.stdout }).on('line', line => answered(line));
  await new Promise<string>(resolve => {
    answered = resolve;
  });
  const line = () =>
    new Promise<string>(resolve => {
      answered = resolve;
      program.stdin.write(`${JSON.stringify({ id: '1', name: 'warm', args: { message } })}\n`);
    });
  const CALLS = 100;
  return {
    name: 'call of a warm executable',
    work: { amount: CALLS, unit: 'calls' },
    subjects: {
      line: times(CALLS, line),
      relay: times(CALLS, callOf(relay, 'warm')),
      concord: times(CALLS, callOf(concord, 'warm')),
      'cold script': times(CALLS, callOf(cold, 'script')),
    },
    targets: [
      { subject: 'concord', against: 'line', atLeast: 0.5 },
      { subject: 'concord', against: 'relay', atLeast: 0.3 },
      { subject: 'concord', against: 'cold script', atLeast: 5 },
    ],
    rounds: 21,
    starts: 3,
    warmUp: warmUps.warm,
    close: () => {
      for (const client of [concord, relay, cold]) client.close();
      program.kill('SIGKILL');
      project.remove();
    },
  };
}
