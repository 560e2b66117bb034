import { shown } from '../project/findings.js';
import { nonBlank } from './metadata/fields.js';
import type { Metadata } from './metadata/metadata.js';
import type { FoundFile } from './walk/found-file.js';
import type { Scanning } from './walk/scanning.js';
import type { FoundFolder } from './walk/walk.js';

/** The file that a tool folder runs, or why there is none. */
export type Choice =
  | { readonly file: FoundFile; readonly folder: FoundFolder }
  | { readonly file?: undefined; readonly message: string; readonly hint: string };

interface Candidate {
  readonly file: FoundFile;
  readonly isModule: boolean;
}

/** Finds the file that a tool folder runs: what its metadata names, `tool.*`, `<folder>.*`, or the only executable file. */
export async function chooseEntry(
  scanning: Scanning,
  folder: FoundFolder,
  metadata: Metadata | undefined,
): Promise<Choice> {
  const named = nonBlank(metadata?.fields.entry);
  if (named !== undefined) {
    const found = fileBelow(folder, named);
    if (found !== undefined) return found;
    return none(`the entry ${shown(named)} is not there`, 'name a file of the tool folder');
  }
  for (const stem of ['tool', folder.name]) {
    const candidates = await runnable(folder.files.filter(({ name }) => name === stem || name.startsWith(`${stem}.`)));
    if (candidates.length > 0) return { file: first(scanning, folder, candidates), folder };
  }
  const executables = await Promise.all(
    folder.files.map(async file => ((await file.facts())?.isExecutable ? [file] : [])),
  );
  const [only, ...more] = executables.flat();
  if (only !== undefined && more.length === 0) return { file: only, folder };
  return none(...(await whyNone(folder, only === undefined)));
}

async function runnable(files: readonly FoundFile[]): Promise<readonly Candidate[]> {
  const kinds = await Promise.all(files.map(file => file.howToRun()));
  return files
    .map((file, index) => ({ file, kind: kinds[index]!.kind }))
    .filter(({ kind }) => kind !== 'none')
    .map(({ file, kind }) => ({ file, isModule: kind === 'module' }));
}

/** Executables before modules, then by name. */
function first(scanning: Scanning, folder: FoundFolder, candidates: readonly Candidate[]): FoundFile {
  const chosen = (candidates.find(({ isModule }) => !isModule) ?? candidates[0]!).file;
  if (candidates.length > 1) {
    const names = candidates.map(({ file }) => file.name).join(', ');
    scanning.findings.warn('tools', `has several files that could be its entry: ${names}; ${chosen.name} is taken`, {
      file: folder.path,
      hint: 'name the one that runs with "entry"',
    });
  }
  return chosen;
}

async function whyNone(folder: FoundFolder, hasNoExecutable: boolean): Promise<[message: string, hint: string]> {
  for (const file of folder.files.filter(one => one.stem === 'tool' || one.stem === folder.name)) {
    const how = await file.howToRun();
    if (how.kind === 'none') return [`${file.name} cannot be run: ${how.reason}`, 'chmod u+rx, or begin it with #!'];
  }
  const why = hasNoExecutable ? 'no file in it can be run' : 'several executable files in it could be it';
  return [`has no entry: ${why}`, 'call the file that runs tool with any extension, or name it with "entry"'];
}

function none(message: string, hint: string): Choice {
  return { message, hint };
}

function fileBelow(top: FoundFolder, path: string): Choice | undefined {
  const steps = path.split('/').filter(step => step !== '' && step !== '.');
  const name = steps.pop();
  const folder = steps.reduce<FoundFolder | undefined>((at, step) => at?.folders.find(one => one.name === step), top);
  const file = folder?.files.find(one => one.name === name);
  return folder && file && { file, folder };
}
