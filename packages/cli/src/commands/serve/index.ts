import { quietly } from '@concord/server/held-stdout';
import type { Command } from '../../command/command.js';

/** `mcp serve`: sources as one MCP server, on standard input and output or over HTTP. */
export const serve: Command = {
  summary: 'serve sources as one MCP server',
  usage: 'mcp serve [source | folder | server | module.js …] [--http [host:port]]',
  flags: [
    'http',
    'allow-host',
    'allow-origin',
    'tokens',
    'jwt-issuer',
    'jwt-audience',
    'jwks',
    'read-only',
    'store',
    'advertise',
    'drain-seconds',
    'audit',
    'metrics',
    'otlp',
    'discover',
    'root',
    'write',
    'tier',
    'advisories',
    'redact',
    'dotted-names',
  ],
  examples: [
    'mcp serve demo',
    'mcp serve ./tools            every executable of a folder, or the project in it',
    'mcp serve                    all servers of mcp.json behind one',
    'mcp serve context --root caches',
    'mcp serve dotnet --root .',
    'mcp serve code --root . --write',
    'mcp serve demo --http 127.0.0.1:0',
    'mcp serve --http --tokens    for callers with tokens of `mcp token create`',
    'mcp serve --http 0.0.0.0:7332 --tokens --store postgres://db/concord --audit --metrics',
    'mcp serve --http 0.0.0.0:7332 --tokens --store postgres://db/concord --advertise http://10.0.0.5:7332',
    'mcp serve --read-only --discover search',
    'CONCORD_HTTP_TOKEN=… mcp serve demo --http 0.0.0.0:7332 --allow-host tools.example.com',
  ],
  more: `Without a name all servers of the configuration are served; several are told apart by <server>__<tool>.
In the configuration of a client:
  Claude Desktop, Claude Code, Cursor, Windsurf (mcpServers):
    { "mcpServers": { "demo": { "command": "mcp", "args": ["serve", "demo"] } } }
  VS Code (.vscode/mcp.json):
    { "servers": { "demo": { "type": "stdio", "command": "mcp", "args": ["serve", "demo"] } } }
  Anything that speaks Streamable HTTP:
    { "mcpServers": { "demo": { "url": "http://127.0.0.1:7332/mcp" } } }`,
  run: async (context, { words }) => {
    // Output of a dependency while it is loaded must not be read as a protocol message.
    const { serveProcess } = await quietly(() => import('./serve-process.js'));
    return serveProcess(words, context);
  },
};
