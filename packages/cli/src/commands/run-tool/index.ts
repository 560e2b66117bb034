import type { CommandContext } from '../../command/context.js';
import { usage } from '../../command/failure.js';
import { printJson } from '../../print/json.js';
import { folderCommand, splitFolder } from '../project/folder-command.js';
import { projectFor } from '../project/project.js';
import { isLikeArguments, readArguments } from './arguments.js';
import { planFolderToolCall, readFolderToolCall, runFolderTool } from './run-folder-tool.js';

/** `mcp run-tool NAME [DIR]`. */
export const runTool = folderCommand({
  summary: 'call a tool of a project once, as its server would, and print the result',
  usage: 'mcp run-tool NAME [DIR] [--args JSON | @FILE | -]',
  flags: ['args', 'roots', 'dry-run', 'print-env', 'allow', 'allow-self', 'allow-all', 'with-server-env', 'source'],
  examples: [
    'mcp run-tool hello',
    `mcp run-tool hello --args '{"name": "Ada"}'`,
    'mcp run-tool hello --args @args.json --roots src,docs --timeout 10',
    'mcp run-tool hello --print-env',
  ],
  more: `The result of MCP is printed as JSON; where the server would answer with an error: {"_mcpToolError": true, "code", "message", "data"}.
--timeout is in seconds here; --verbose shows the tool's stderr, progress and logs.
Exit codes: 0 success · 1 bad arguments or roots · 2 the tool failed, there is none, or wrong usage · 3 timed out · 130, 143 signals.`,
  run: async (context, line) => {
    const { flags } = context;
    const { own, folder } = splitFolder(context, line, 1);
    const [name] = own;
    if (name === undefined) throw usage('Expected the name of a tool: mcp run-tool NAME', 'mcp help run-tool');
    if (folder !== undefined && isLikeArguments(context, folder))
      throw usage(
        `Expected a folder, and '${folder.slice(0, 80)}' is none: arguments are for --args`,
        `mcp run-tool ${name} --args '{"name": "value"}'`,
      );
    const project = projectFor(context, folder);
    const toolCall = await readFolderToolCall(
      context,
      project,
      name,
      await readArguments(context, flags.args as string),
    );
    if (flags['dry-run'] || flags['print-env']) return show(await planFolderToolCall(toolCall, flags), context);
    const { document, exitCode } = await runFolderTool(toolCall, context);
    await printJson(context, document);
    return exitCode;
  },
});

/** Prints the planned call, or the environment it would run in. */
async function show(plan: Awaited<ReturnType<typeof planFolderToolCall>>, context: CommandContext): Promise<number> {
  if ('document' in plan) {
    await printJson(context, plan.document);
    return plan.exitCode;
  }
  const { tool, argumentBytes, roots, timeoutSecs, environment } = plan;
  const isEnvironment = context.flags['print-env'] === true;
  if (context.flags.json)
    await printJson(context, { tool, argumentBytes, roots, timeoutSecs, ...(isEnvironment && { environment }) });
  else if (isEnvironment)
    await context.stdout(
      Object.entries(environment)
        .map(([name, value]) => `${name}=${value.replaceAll('\n', '\\n')}\n`)
        .join(''),
    );
  else
    await context.stdout(
      `Tool: ${tool}\nArguments: ${argumentBytes} bytes\nRoots: ${roots.join(', ')}\nTimeout: ${timeoutSecs} s\nNothing was started\n`,
    );
  return 0;
}
