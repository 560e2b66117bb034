import type { Outcome } from '@concord/contract';
import type { ToolItem } from '../items.js';
import { unusableFile } from '../result/failures.js';
import { howToRun } from '../scan/runnable.js';
import { unsafeNow } from '../scan/safety.js';
import type { World } from './world.js';

/** What is started, as an argv. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** How the file is started now, or why it is not: it may have changed since it was found. */
export function commandOf(item: ToolItem, { project }: World): Command | Outcome {
  const reason = unsafeNow(item.file, item.within, project.root);
  if (reason !== undefined) return unusableFile('forbidden', item.name, `its file ${reason}`);
  const way = howToRun(item.file);
  switch (way.kind) {
    case 'self':
      return { command: item.file, args: [] };
    case 'interpreter':
      return { command: way.command, args: [...way.args, item.file] };
    case 'module':
      return unusableFile('io', item.name, 'it has no #! line, so it is a module');
    case 'none':
      return unusableFile('io', item.name, way.reason);
  }
}
