import { createEngine } from '@concord/engine';
import {
  guardStdout,
  levelFrom,
  type Mount,
  openLog,
  RefusedToStart,
  readSettings,
  serveHttpProcess,
  serveStdioProcess,
  tokenVariables,
} from '@concord/server';
import { usage } from '../failure.js';
import type { Flags } from '../parse/flags.js';
import { loadSource } from '../sources.js';
import type { Command } from './command.js';

/** `mcp serve`: sources as one MCP server, on standard input and output or over HTTP. */
export const serve: Command = {
  summary: 'serve sources as one MCP server',
  usage: 'mcp serve <source…> [--http [host:port]]',
  flags: ['http', 'allow-host', 'allow-origin', 'dotted-names'],
  examples: [
    'mcp serve demo',
    'mcp serve demo --http 127.0.0.1:0',
    'CONCORD_HTTP_TOKEN=… mcp serve demo --http 0.0.0.0:7332 --allow-host tools.example.com',
  ],
  more: `In the configuration of a client:
  Claude Desktop, Claude Code, Cursor, Windsurf (mcpServers):
    { "mcpServers": { "demo": { "command": "mcp", "args": ["serve", "demo"] } } }
  VS Code (.vscode/mcp.json):
    { "servers": { "demo": { "type": "stdio", "command": "mcp", "args": ["serve", "demo"] } } }
  Anything that speaks Streamable HTTP:
    { "mcpServers": { "demo": { "url": "http://127.0.0.1:7332/mcp" } } }`,
  run: (_, { words, flags }) => {
    if (words.length === 0) throw usage('Which source? Name a built-in one, or the path of a .js module', 'mcp list');
    return serveSources(words, flags);
  },
};

async function serveSources(names: readonly string[], flags: Flags): Promise<number> {
  const warnings: string[] = [];
  const settings = readSettings(process.env, message => warnings.push(message));
  // Nothing that is loaded or started from here on gets to see them.
  for (const name of tokenVariables) delete process.env[name];
  const log = openLog(levelFrom(settings.logLevel), process.stderr.isTTY === true);
  const { url, restore } = guardStdout(log);
  try {
    const engine = createEngine({ warn: message => warnings.push(message) });
    for (const warning of warnings.splice(0)) log.warn('core', warning);
    const mounts = await Promise.all(names.map(load));
    const options = { mounts, settings, engine, log, dottedNames: flags['dotted-names'] === true };
    if (flags.http === undefined) return await serveStdioProcess(options);
    return await serveHttpProcess({
      ...options,
      address: flags.http as string,
      allowHosts: (flags['allow-host'] as readonly string[] | undefined) ?? [],
      allowOrigins: (flags['allow-origin'] as readonly string[] | undefined) ?? [],
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

/** A source that cannot even be loaded is its author's to mend, whatever it threw. */
async function load(name: string): Promise<Mount> {
  try {
    return await loadSource(name);
  } catch (error) {
    if (error instanceof RefusedToStart) throw error;
    throw new RefusedToStart(
      `The source '${name}' could not be loaded: ${error instanceof Error ? error.message : error}`,
    );
  }
}
