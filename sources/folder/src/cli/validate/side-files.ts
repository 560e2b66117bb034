import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isIgnoredFile } from '../../files/file-names.js';
import { howToRun, shell } from '../../files/how-to-run.js';
import { safetyHint, unsafe } from '../../files/safety.js';
import { ruleFiles } from '../../policy/rule-file.js';
import { type Findings, shown } from '../../project/findings.js';
import type { Project } from '../../project/project.js';
import { typeFault } from '../../run/module/module-meta.js';

/** The policy of a project, when it has one. */
export function policyFile({ server }: Project): string | undefined {
  return ruleFiles.map(name => join(server, name)).find(file => existsSync(file));
}

/** The `env.sh` of a project, which only `mcp run-tool` reads. */
export function environmentFile({ server }: Project): string | undefined {
  const file = join(server, 'env.sh');
  return existsSync(file) ? file : undefined;
}

/** Checks the files of a project besides its content: its policy, its providers, and files that its server does not read. */
export async function checkSideFiles(project: Project, findings: Findings): Promise<void> {
  await checkPolicy(project, findings);
  checkProviders(project, findings);
  const environment = environmentFile(project);
  if (environment !== undefined)
    findings.add('info', 'server', 'is not read by the server, only by `mcp run-tool --with-server-env`', {
      file: environment,
      hint: 'give the server its variables in the configuration of its client',
    });
}

async function checkPolicy(project: Project, findings: Findings): Promise<void> {
  const file = policyFile(project);
  if (file === undefined) return;
  const fault = unsafe(file, project.server, project.root, { strict: true });
  if (fault !== undefined) findings.error('policy', `${fault}: every call is denied`, { file, hint: safetyHint });
  const wrong = file.endsWith('.sh') ? await shellFault(file) : await typeFault(file);
  if (wrong) findings.error('policy', `${wrong.message}: every call is denied`, { file, ...wrong });
  const others = ruleFiles.filter(name => name !== basename(file) && existsSync(join(project.server, name)));
  if (others.length > 0)
    findings.warn('policy', `is the policy, and ${others.join(', ')} is not read`, {
      file,
      hint: 'keep one of them',
    });
}

function checkProviders(project: Project, findings: Findings): void {
  for (const name of namesIn(project.providers).filter(each => !isIgnoredFile(each))) {
    const file = join(project.providers, name);
    const how = howToRun(file);
    const fault = unsafe(file, project.providers, project.root);
    if (how.kind === 'none')
      findings.error('resources', `cannot be run: ${how.reason}`, {
        file,
        hint: 'chmod u+rx, or begin it with #! and an interpreter',
      });
    if (fault !== undefined) findings.error('resources', `${fault}: not run`, { file, hint: safetyHint });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => !entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

const SHELL_LIMITS = { timeout: 5_000, killSignal: 'SIGKILL', maxBuffer: 65_536 } as const;

/** The first syntax error of a shell file, found without running it; undefined when there is none. */
function shellFault(file: string): Promise<{ message: string; line?: number; hint: string } | undefined> {
  return new Promise(resolve => {
    execFile(shell(), ['-n', '--', file], { ...SHELL_LIMITS, env: { LC_ALL: 'C' } }, (error, _stdout, stderr) => {
      const [, line, message = 'cannot be read by a shell'] = /: line (\d{1,9}): ([^\n]{1,500})/.exec(stderr) ?? [];
      const place = line === undefined ? {} : { line: Number(line) };
      resolve(error ? { message: shown(message), ...place, hint: 'mend it; bash -n tells all of it' } : undefined);
    });
  });
}
