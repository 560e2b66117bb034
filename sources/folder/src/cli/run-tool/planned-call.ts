import type { JsonObject } from '@concord/contract';
import { nearest } from '@concord/engine';
import { fallbackRoots } from '../../call/roots.js';
import type { ToolItem } from '../../project/items.js';
import type { Project } from '../../project/project.js';
import { BadFolderSetting } from '../../project/settings.js';
import { buildContents } from '../../snapshot/build.js';
import { authoringOf } from '../authoring.js';
import { toolVariables } from './tool-variables.js';

/** A call as it would be made. */
export interface PlannedCall {
  readonly tool: string;
  readonly argumentBytes: number;
  readonly roots: readonly string[];
  readonly timeoutSecs: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** The options of a planned call. */
export interface PlannedCallOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly args: JsonObject;
  readonly roots: readonly string[] | undefined;
  readonly timeoutSecs: number | undefined;
}

/** There is no tool of that name; `nearest` is a similar one. */
export interface UnknownTool {
  readonly unknown: string;
  readonly nearest?: string;
}

/** Plans a call of a tool without starting anything. Throws BadFolderSetting and BuildFailed. */
export async function planCall(
  project: Project,
  name: string,
  options: PlannedCallOptions,
): Promise<PlannedCall | UnknownTool> {
  const authoring = await authoringOf(project, options.env, options.version);
  const wrong = authoring.faults.find(({ level }) => level === 'error');
  if (wrong) throw new BadFolderSetting(wrong.message);
  const roots = fallbackRoots(project, options.env, options.roots, () => {});
  const { contents } = await buildContents(project, authoring.settings, authoring.build);
  const item = contents.tools.find(each => each.name === name || each.writtenName === name);
  if (!item) return unknownTool(name, contents.tools);
  return {
    tool: item.name,
    argumentBytes: Buffer.byteLength(JSON.stringify(options.args)),
    roots: roots.map(({ path }) => path),
    timeoutSecs: options.timeoutSecs ?? item.timeoutSecs ?? authoring.settings.timeoutSecs,
    environment: toolVariables(item, options.args, authoring, roots),
  };
}

/** The name that was asked for, with the nearest there is. */
export function unknownTool(name: string, tools: readonly Pick<ToolItem, 'name'>[]): UnknownTool {
  const near = nearest(
    name,
    tools.map(each => each.name),
  );
  return { unknown: name, ...(near !== undefined && { nearest: near }) };
}
