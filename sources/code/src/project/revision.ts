import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Finding } from '../findings/finding.js';

/** What git could not do. */
export class GitFault extends Error {}

const MOST_OUTPUT = 256 * 1_048_576;

function git(cwd: string, argv: readonly string[]): Buffer {
  const { status, stdout, stderr, error } = spawnSync('git', argv, { cwd, maxBuffer: MOST_OUTPUT, stdio: 'pipe' });
  if (error)
    throw new GitFault((error as NodeJS.ErrnoException).code === 'ENOENT' ? 'git is not installed' : error.message);
  if (status !== 0) throw new GitFault(stderr.toString().trim().split('\n')[0] ?? 'git failed');
  return stdout;
}

/** The files, of those with findings, as they were at a revision, in a folder of their own. */
export interface OldFiles {
  readonly folder: string;
  /** Paths that were there then, as findings name them. */
  readonly paths: readonly string[];
  remove(): void;
}

/** Takes files from a revision of the repository around `cwd`. Throws a GitFault. */
export function filesAt(cwd: string, revision: string, findings: readonly Finding[]): OldFiles {
  if (revision.startsWith('-')) throw new GitFault(`'${revision}' is no revision`);
  const root = git(cwd, ['rev-parse', '--show-toplevel']).toString().trim();
  const commit = git(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])
    .toString()
    .trim();
  const folder = mkdtempSync(join(tmpdir(), 'concord-since-'));
  const paths: string[] = [];
  for (const path of new Set(findings.map(each => each.path))) {
    const inRepository = relative(root, resolve(cwd, path)).split(sep).join('/');
    if (inRepository.startsWith('../')) continue;
    let bytes: Buffer;
    try {
      bytes = git(cwd, ['cat-file', 'blob', `${commit}:${inRepository}`]);
    } catch {
      // It was not there then: all its findings are new.
      continue;
    }
    const to = join(folder, path.replace(/^(?:\.\.?\/|\/)+/, ''));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, bytes);
    paths.push(path);
  }
  return { folder, paths, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
