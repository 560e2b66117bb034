import type { Stats } from 'node:fs';
import type { Outcome } from '@concord/contract';
import type { RunContext } from '../../call/run-context.js';
import { howToRun } from '../../files/how-to-run.js';
import { checkBeforeRun } from '../../files/safety.js';
import type { ToolItem } from '../../project/items.js';
import { unusableFile } from '../../result/failures.js';

/** A program and its arguments. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** A tool cannot be run; `outcome` is what its call comes to. */
export class CannotRun extends Error {
  constructor(readonly outcome: Outcome) {
    super('The tool cannot be run');
  }
}

/** The current state of a tool's file, checked before every call. Throws CannotRun when it may not be run. */
export function safeFile(item: ToolItem, { project }: RunContext): Stats {
  const seen = checkBeforeRun(item.file, item.within, project.root);
  if (typeof seen !== 'string') return seen;
  throw new CannotRun(unusableFile('forbidden', item.name, `its file ${seen}`));
}

/** How a tool's file is started now. Throws CannotRun when it cannot be: it may have changed since the scan. */
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
