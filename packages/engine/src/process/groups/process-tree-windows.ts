import { spawn } from 'node:child_process';

/** Ends a process and its descendants where there are no process groups; asks first unless forced. */
export function endTree(pid: number, force: boolean): void {
  const args = ['/PID', String(pid), '/T', ...(force ? ['/F'] : [])];
  // A process that is gone already, or a machine without the tool, is no reason to fail.
  spawn('taskkill', args, { stdio: 'ignore', windowsHide: true }).on('error', () => {});
}
