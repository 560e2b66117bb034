import { join } from 'node:path';

/** Identifies this build. The bundler defines it. Daemons and compiled code of other builds are not used. */
declare const BUILD: string;

export const build = BUILD;

/** The bundle of all commands, beside the entry file. */
export const commandsFile = (): string => join(__dirname, 'commands.cjs');

/** The bundle that starts servers while the commands are loaded. */
export const startServersFile = (): string => join(__dirname, 'start-servers.cjs');

/** The entry file, to start another `mcp` process. */
export const entryFile = (): string => join(__dirname, 'mcp.cjs');
