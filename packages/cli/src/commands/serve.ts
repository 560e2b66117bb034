import { createEngine } from '@concord/engine';
import {
  guardStdout,
  levelFrom,
  openLog,
  RefusedToStart,
  readSettings,
  serveHttpProcess,
  serveStdioProcess,
  tokenVariables,
} from '@concord/server';
import { Command } from 'commander';
import { loadSource } from '../sources.js';

interface ServeFlags {
  readonly http?: string | true;
  readonly allowHost: readonly string[];
  readonly allowOrigin: readonly string[];
  readonly dottedNames?: boolean;
}

const collect = (value: string, before: readonly string[]) => [...before, value];

/** `mcp serve`: sources as one MCP server, on standard input and output or over HTTP. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('serve sources as one MCP server')
    .argument('<source...>', 'a built-in source, or the path of a .js module that exports one')
    .option('--http [host:port]', 'serve over HTTP; 127.0.0.1:7332 unless said otherwise, port 0 picks one')
    .option('--allow-host <name>', 'accept this Host header too (repeatable)', collect, [])
    .option('--allow-origin <origin>', 'accept this Origin too (repeatable)', collect, [])
    .option('--dotted-names', 'publish the dotted spelling of tools that have one')
    .addHelpText('after', help)
    .action(async (names: string[], flags: ServeFlags) => {
      process.exitCode = await serve(names, flags);
      // Sources may hold handles of their own; everything of ours is closed by now.
      process.exit();
    });
}

async function serve(names: readonly string[], flags: ServeFlags): Promise<number> {
  const warnings: string[] = [];
  const settings = readSettings(process.env, message => warnings.push(message));
  // Nothing that is loaded or started from here on gets to see them.
  for (const name of tokenVariables) delete process.env[name];
  const log = openLog(levelFrom(settings.logLevel), process.stderr.isTTY === true);
  const { url, restore } = guardStdout(log);
  try {
    const engine = createEngine({ warn: message => warnings.push(message) });
    for (const warning of warnings.splice(0)) log.warn('core', warning);
    const mounts = await Promise.all(names.map(loadSource));
    const options = { mounts, settings, engine, log, dottedNames: flags.dottedNames ?? false };
    if (flags.http === undefined) return await serveStdioProcess(options);
    const address = flags.http === true ? '127.0.0.1:7332' : flags.http;
    return await serveHttpProcess({
      ...options,
      address,
      allowHosts: flags.allowHost,
      allowOrigins: flags.allowOrigin,
      announce: url,
    });
  } catch (error) {
    if (!(error instanceof RefusedToStart)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return error.exitCode;
  } finally {
    restore();
  }
}

const help = `
Examples:
  $ mcp serve demo
  $ mcp serve demo --http 127.0.0.1:0
  $ CONCORD_HTTP_TOKEN=… mcp serve demo --http 0.0.0.0:7332 --allow-host tools.example.com

In the configuration of a client:
  Claude Desktop, Claude Code, Cursor, Windsurf (mcpServers):
    { "mcpServers": { "demo": { "command": "mcp", "args": ["serve", "demo"] } } }
  VS Code (.vscode/mcp.json):
    { "servers": { "demo": { "type": "stdio", "command": "mcp", "args": ["serve", "demo"] } } }
  Anything that speaks Streamable HTTP:
    { "mcpServers": { "demo": { "url": "http://127.0.0.1:7332/mcp" } } }`;
