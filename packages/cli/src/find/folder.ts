import type { Source } from '@concord/engine';
import { RefusedToStart } from '@concord/server';
import { BadFolderSetting, NoProject, openFolder } from '@concord/source-folder';
import { version } from '../command/version.js';
import { ownCommand } from './own-command.js';
import type { SourceSetting } from './sources.js';

/** The project in a folder as it is set up here; what is wrong with it or its settings keeps a server from starting. */
export async function folder({ env, path, isPublic = false }: SourceSetting): Promise<Source> {
  try {
    return await openFolder(path!, { env, version, isPublic, command: ownCommand() });
  } catch (error) {
    const isExpected = error instanceof BadFolderSetting || error instanceof NoProject;
    throw isExpected ? new RefusedToStart(error.message) : error;
  }
}
