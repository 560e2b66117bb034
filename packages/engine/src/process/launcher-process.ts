import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LineReader } from '../streams/line-reader.js';
import type { LaunchReport } from './launch-messages.js';
import { endWithThisProcess } from './process-groups.js';

/** Processes start from what was compiled, also where this file has not been. */
const compiled = import.meta.url.endsWith('.ts') ? '../../dist/process/' : './';
const program = fileURLToPath(new URL(`${compiled}launcher-program.cjs`, import.meta.url));

/** What it takes to start a child grows with the memory and the threads of whoever starts it. */
const frugal = ['--max-semi-space-size=1', '--v8-pool-size=0'];

const LONGEST_REPORT = 65_536;

/** Starts the process that starts children; undefined where the system refuses. `onLoss` is called once it has ended and all it said was heard. */
export function startLauncherProcess(
  onReport: (report: LaunchReport) => void,
  onLoss: () => void,
): ChildProcess | undefined {
  const child = spawned();
  if (child === undefined) return undefined;
  const forget = child.pid === undefined ? undefined : endWithThisProcess(child.pid);
  const reader = new LineReader(LONGEST_REPORT, {
    line: bytes => onReport(JSON.parse(bytes.toString()) as LaunchReport),
    tooLong: () => child.kill('SIGKILL'),
  });
  let isLost = false;
  const lose = () => {
    if (isLost) return;
    isLost = true;
    forget?.();
    onLoss();
  };
  child.once('error', lose).once('close', lose);
  // Where not even pipes could be made there are no streams.
  child.stdin?.on('error', () => {});
  child.stdout?.on('data', (piece: Buffer) => reader.push(piece)).on('error', () => {});
  child.unref();
  return child;
}

function spawned(): ChildProcess | undefined {
  try {
    // In the folder of this process, which relative paths of an order are meant from.
    return spawn(process.execPath, [...frugal, program], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      // A terminal's Ctrl-C is for this process, which ends its children in its own way.
      detached: true,
    });
  } catch {
    // For want of memory, for instance; other reasons are told as an event.
    return undefined;
  }
}
