import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Keeps this process, and all it starts from now on, on one core; returns the way back. A client and a server that take turns are
 * three times as slow when the system happens to put them on two cores, and it stays with what it chose: that would be all one measures.
 * Where the system has no such thing, they stay where they are.
 */
export function onOneCore(): () => void {
  const all = coresOf('/proc/self/status');
  const first = all && /^\d{1,6}/.exec(all)?.[0];
  if (!all || !first || !restrictTo(first)) return () => {};
  return () => void restrictTo(all);
}

function coresOf(status: string): string | undefined {
  try {
    return /^Cpus_allowed_list:\s{1,10}(\S{1,1000})$/m.exec(readFileSync(status, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

function restrictTo(cores: string): boolean {
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
