import { join } from 'node:path';

/** Names this build of the command: daemons and compiled code of another build are never used. Put in when the bundle is made. */
declare const BUILD: string;

export const build = BUILD;

/** The bundle of all commands, beside the thin start. */
export const commandsFile = (): string => join(__dirname, 'commands.cjs');

/** This file itself, for a process that starts another like it. */
export const entryFile = (): string => join(__dirname, 'mcp.cjs');
