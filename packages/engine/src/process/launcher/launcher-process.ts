import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LineReader } from '../../streams/line-reader.js';
import { endWithThisProcess } from '../groups/process-groups.js';
import type { LaunchReport } from './launch-messages.js';

/** The launcher runs from the compiled program, also when this module runs from its source. */
const compiled = import.meta.url.endsWith('.ts') ? '../../../dist/process/launcher/' : './';
const program = fileURLToPath(new URL(`${compiled}launcher-program.cjs`, import.meta.url));

/** Starting a child takes longer the more memory and threads the starting process has. */
const smallProcess = ['--max-semi-space-size=1', '--v8-pool-size=0'];

const LONGEST_REPORT = 65_536;

/** Starts the process that starts children; undefined where the system refuses. `onLoss` is called once it has ended and all its reports were read. */
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
    // In the working directory of this process, which relative paths of an order start from.
    return spawn(process.execPath, [...smallProcess, program], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      // A terminal's Ctrl-C must reach only this process, which ends its children itself.
      detached: true,
    });
  } catch {
    // When memory is short, for instance; other reasons come as an 'error' event.
    return undefined;
  }
}
