import type { Stats } from 'node:fs';
import type { Outcome } from '@concord/contract';
import type { World } from '../../call/run-context.js';
import { howToRun } from '../../files/how-to-run.js';
import { lookNow } from '../../files/safety.js';
import type { ToolItem } from '../../project/items.js';
import { unusableFile } from '../../result/failures.js';

/** What is started, as an argv. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** Why a tool is not run. */
export class CannotRun extends Error {
  constructor(readonly outcome: Outcome) {
    super('The tool cannot be run');
  }
}

/** The file of a tool as it is now, looked at before every call; throws CannotRun when it may not be run. */
export function safeFile(item: ToolItem, { project }: World): Stats {
  const seen = lookNow(item.file, item.within, project.root);
  if (typeof seen !== 'string') return seen;
  throw new CannotRun(unusableFile('forbidden', item.name, `its file ${seen}`));
}

/** How the file of a tool is started now; throws CannotRun when it is not: it may have changed since it was found. */
export function commandOf(item: ToolItem, seen?: Stats): Command {
  const way = howToRun(item.file, seen);
  switch (way.kind) {
    case 'self':
      return { command: item.file, args: [] };
    case 'interpreter':
      return { command: way.command, args: [...way.args, item.file] };
    case 'module':
      throw new CannotRun(unusableFile('io', item.name, 'it has no #! line, so it is a module'));
    case 'none':
      throw new CannotRun(unusableFile('io', item.name, way.reason));
  }
}
