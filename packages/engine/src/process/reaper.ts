import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/reaper.sh', import.meta.url));

/**
 * A process in a session of its own that ends the groups it was told of once this process is gone, however it went: it notices by the
 * end of the pipe that only this process holds. Started with the first group; never keeps this process alive. POSIX only.
 */
export class Reaper {
  #child: ChildProcess | undefined;

  /** Tells of a group that has started; `live` are all there are, it included. */
  started(pid: number, live: Iterable<number>): void {
    if (process.platform === 'win32') return;
    if (this.#child) this.#tell(`+${pid}`);
    else {
      this.#child = this.#start();
      for (const each of live) this.#tell(`+${each}`);
    }
  }

  /** Tells of a group that has ended. */
  ended(pid: number): void {
    this.#tell(`-${pid}`);
  }

  #start(): ChildProcess {
    const child = spawn('/bin/sh', [script], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    const gone = () => {
      if (this.#child === child) this.#child = undefined;
    };
    // Without one everything works but the end after a SIGKILL; the next group tries again.
    child.once('error', gone).once('exit', gone);
    child.stdin?.on('error', gone);
    child.unref();
    (child.stdin as { unref?(): void } | null)?.unref?.();
    return child;
  }

  #tell(line: string): void {
    this.#child?.stdin?.write(`${line}\n`);
  }
}
