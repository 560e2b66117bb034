import { version } from '@concord/contract/version';
import { type Authoring, authoringOf, BadFolderSetting, type Project } from '@concord/source-folder';
import type { CommandContext } from '../../command/context.js';

/** A project with the settings its server would have. Throws BadFolderSetting where it would not start with them. */
export async function authoringFor({ env }: CommandContext, project: Project): Promise<Authoring> {
  const authoring = await authoringOf(project, env, version);
  const wrong = authoring.faults.find(({ level }) => level === 'error');
  if (wrong) throw new BadFolderSetting(wrong.message);
  return authoring;
}
