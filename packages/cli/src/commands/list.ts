import { Command } from 'commander';
import { builtIn, loadSource } from '../sources.js';

/** `mcp list`: the built-in sources and their tools. */
export function listCommand(): Command {
  return new Command('list')
    .description('show the sources there are and their tools')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExamples:\n  $ mcp list\n  $ mcp list --json | jq -r ".servers[].tools[].name"')
    .action(async ({ json }: { json?: boolean }) => {
      const servers = await Promise.all(Object.keys(builtIn).map(describe));
      process.stdout.write(json ? `${JSON.stringify(listing(servers), null, 2)}\n` : text(servers));
    });
}

async function describe(name: string) {
  const { source } = await loadSource(name);
  await source.open();
  const tools = source.snapshot().tools.map(tool => ({
    name: tool.name,
    description: tool.description,
    input_schema: tool.inputSchema,
  }));
  await source.close();
  return { name, status: 'connected', tool_count: tools.length, tools, error: null };
}

type Described = Awaited<ReturnType<typeof describe>>;

function listing(servers: readonly Described[]) {
  return {
    servers,
    total_servers: servers.length,
    connected_servers: servers.length,
    failed_servers: 0,
    total_tools: servers.reduce((sum, server) => sum + server.tool_count, 0),
  };
}

function text(servers: readonly Described[]): string {
  const lines = servers.flatMap(({ name, tools }) => [
    `${name}  built in  ${tools.length} tools`,
    ...tools.map(tool => `  ${tool.name.padEnd(24)} ${tool.description}`),
  ]);
  return `${lines.join('\n')}\n`;
}
