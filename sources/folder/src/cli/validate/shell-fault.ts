import { execFile } from 'node:child_process';
import { shell } from '../../files/how-to-run.js';
import { shown } from '../../project/findings.js';

const LIMITS = { timeout: 5_000, killSignal: 'SIGKILL', maxBuffer: 65_536 } as const;

/** What a shell would stumble over in a file that it loads, without running any of it; undefined when it can be read. */
export function shellFault(file: string): Promise<{ message: string; line?: number; hint: string } | undefined> {
  return new Promise(resolve => {
    execFile(shell(), ['-n', '--', file], { ...LIMITS, env: { LC_ALL: 'C' } }, (error, _stdout, stderr) => {
      const [, line, message = 'cannot be read by a shell'] = /: line (\d{1,9}): ([^\n]{1,500})/.exec(stderr) ?? [];
      const place = line === undefined ? {} : { line: Number(line) };
      resolve(error ? { message: shown(message), ...place, hint: 'mend it; bash -n tells all of it' } : undefined);
    });
  });
}
