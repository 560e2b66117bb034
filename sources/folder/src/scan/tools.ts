import { startFault } from '../files/how-to-run.js';
import { safetyHint } from '../files/safety.js';
import type { ToolItem } from '../project/items.js';
import { chooseEntry } from './entry.js';
import { readHeader } from './metadata/header.js';
import { leadingComment } from './metadata/leading-comment.js';
import { toolItem } from './metadata/tool-item.js';
import { metadataNames, ToolMetadata } from './tool-metadata.js';
import type { Placed } from './unique.js';
import type { FoundFile } from './walk/found-file.js';
import type { Scanning } from './walk/scanning.js';
import { type FoundFolder, Walk } from './walk/walk.js';

/** What is said of a script that is no tool for want of its execute bit. */
export const noExecuteBit = 'has no execute bit, and is no tool';

type Found = readonly Placed<ToolItem>[];

/** The tools of a project: one for each folder of the tools folder, and each further file with metadata. */
export async function findTools(scanning: Scanning): Promise<Found> {
  const { project } = scanning;
  const folder = await new Walk(scanning, 'tools', project.isBare).of(project.tools);
  if (folder === undefined) return [];
  const finder = new ToolFinder(scanning);
  if (project.isBare) return finder.bare(folder);
  return (await Promise.all([finder.loose(folder), ...folder.folders.map(one => finder.folder(one))])).flat();
}

class ToolFinder {
  readonly #scanning: Scanning;
  readonly #metadata: ToolMetadata;

  constructor(scanning: Scanning) {
    this.#scanning = scanning;
    this.#metadata = new ToolMetadata(scanning);
  }

  /** Every executable file of a bare folder. A script that is not executable is no tool there, and its author is told. */
  async bare(folder: FoundFolder): Promise<Found> {
    const found = await Promise.all(
      folder.files.map(async file => {
        const facts = await file.facts();
        if (facts?.isExecutable) return this.#tool(folder, file, file.stem);
        if (facts !== undefined && process.platform !== 'win32' && (await isScript(file)))
          this.#scanning.findings.warn('tools', noExecuteBit, {
            file: file.path,
            hint: 'chmod +x, or `mcp doctor --fix`',
          });
        return undefined;
      }),
    );
    return found.filter(tool => tool !== undefined);
  }

  /** Files directly in the tools folder, which are tools only when they have metadata. */
  async loose(folder: FoundFolder): Promise<Found> {
    return this.#described(folder, new Set());
  }

  /** The entry of a tool folder, and the other files in it that have metadata. */
  async folder(folder: FoundFolder): Promise<Found> {
    const named = folder.metadata.get('tool.meta.json') ?? folder.metadata.get(`${folder.name}.meta.json`);
    const metadata = named && (await this.#metadata.read(named));
    const choice = await chooseEntry(this.#scanning, folder, metadata);
    if (choice.file === undefined) {
      const others = await this.#described(folder, new Set());
      // A folder that only groups tools needs no entry of its own.
      const level = others.length === 0 ? 'error' : 'info';
      this.#scanning.findings.add(level, 'tools', choice.message, { file: folder.path, hint: choice.hint });
      return others;
    }
    const { file } = choice;
    const isForEntry = named?.name === 'tool.meta.json' || metadata?.fields.entry !== undefined;
    const own = isForEntry ? named : undefined;
    const claimed = new Set([...metadataNames(file).map(name => `${choice.folder.path}/${name}`), own?.path ?? '']);
    const isTool = choice.folder === folder && isCalledTool(file);
    const [tool, others] = await Promise.all([
      this.#tool(choice.folder, file, isTool ? folder.name : file.stem, own),
      this.#described(folder, claimed, file),
    ]);
    return tool === undefined ? others : [tool, ...others];
  }

  /** The files below a folder, but its entry, that have metadata or a header of their own. */
  async #described(folder: FoundFolder, claimed: ReadonlySet<string>, entry?: FoundFile): Promise<Found> {
    const here = folder.files.map(async file => {
      if (file === entry || !(await this.#isDescribed(folder, file, claimed))) return undefined;
      const isTool = folder.relative !== '' && isCalledTool(file);
      return this.#tool(folder, file, isTool ? folder.name : file.stem);
    });
    // The folders of the tools folder are each scanned as a tool folder.
    const below = folder.relative === '' ? [] : folder.folders.map(one => this.#described(one, claimed, entry));
    const [found, deeper] = await Promise.all([Promise.all(here), Promise.all(below)]);
    this.#reportOrphans(folder, claimed);
    return [...found.filter(tool => tool !== undefined), ...deeper.flat()];
  }

  async #isDescribed(folder: FoundFolder, file: FoundFile, claimed: ReadonlySet<string>): Promise<boolean> {
    const name = metadataNames(file).find(one => folder.metadata.has(one));
    if (name === undefined) return (await readHeader(this.#scanning, 'tools', file)) instanceof Object;
    if (name === `${file.name}.meta.json`) return true;
    // Metadata named after the stem describes the runnable file of that stem, not the data files beside it.
    if (claimed.has(`${folder.path}/${name}`)) return false;
    const rivals = folder.files.filter(one => one.stem === file.stem && one !== file);
    const isRunnable = async (one: FoundFile) => (await one.howToRun()).kind !== 'none';
    return (await isRunnable(file)) || !(await Promise.all(rivals.map(isRunnable))).includes(true);
  }

  /** Warns about metadata files that describe no file. */
  #reportOrphans(folder: FoundFolder, claimed: ReadonlySet<string>): void {
    const described = new Set(folder.files.flatMap(metadataNames));
    for (const [name, { path }] of folder.metadata) {
      if (!described.has(name) && !claimed.has(path)) {
        this.#scanning.findings.warn('tools', 'describes no file', {
          file: path,
          hint: 'name it after the file it describes, or remove it',
        });
      }
    }
  }

  async #tool(
    folder: FoundFolder,
    file: FoundFile,
    defaultName: string,
    own?: FoundFile,
  ): Promise<Placed<ToolItem> | undefined> {
    const facts = await file.facts();
    if (facts === undefined) return undefined;
    if (facts.fault !== undefined) {
      return this.#scanning.findings.error('tools', `${facts.fault}: left out`, { file: file.path, hint: safetyHint });
    }
    const metadata = await this.#metadata.of(folder, file, own);
    if (metadata === undefined) return undefined;
    const { path } = facts;
    const howToRun = await file.howToRun();
    const item = await toolItem(this.#scanning, metadata, {
      path,
      relative: file.relative,
      within: file.within,
      defaultName,
      howToRun,
      comment: leadingComment((await file.head()).toString()),
    });
    if (item?.runtime === 'process' && this.#scanning.options.thorough) await this.#checkFirstLine(file);
    return item && { item, from: file.path };
  }

  async #checkFirstLine(file: FoundFile): Promise<void> {
    const head = await file.head();
    const unread = await file.whyUnread();
    if (unread !== undefined)
      this.#scanning.findings.warn('tools', `${unread}, and could not be run if it is a script`, {
        file: file.path,
        hint: 'let its owner read it: chmod u+r',
      });
    const fault = startFault(head, (await file.howToRun()).kind === 'self');
    if (fault !== undefined)
      this.#scanning.findings.error('tools', `cannot be started: ${fault}`, {
        file: file.path,
        line: 1,
        hint: 'begin it with the path of a program that is there, such as #!/bin/sh, or install that program',
      });
    if (head.length === 0 || head.includes(0) || head.toString('latin1', 0, 2) === '#!') return;
    this.#scanning.findings.warn('tools', 'is a script without a `#!` line', {
      file: file.path,
      hint: 'begin it with the path of its interpreter, such as #!/bin/sh',
    });
  }
}

async function isScript(file: FoundFile): Promise<boolean> {
  return (await file.head()).toString('latin1', 0, 2) === '#!';
}

function isCalledTool({ name }: FoundFile): boolean {
  return name === 'tool' || name.startsWith('tool.');
}
