import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, CommandFolder, demo, fixture, has, homeIn } from './mcp.js';

/** What completion answers in a shell for a line that is being typed. */
const drivers = {
  bash: `source <("$NODE" "$MCP" completion bash)
mcp() { "$NODE" "$MCP" "$@"; }
COMP_LINE=$LINE COMP_POINT=\${#LINE} _mcp
printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() { :; }; compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -l -- "$@"; }; _files() { :; }
source <("$NODE" "$MCP" completion zsh)
mcp() { "$NODE" "$MCP" "$@"; }
words=("\${(@s: :)LINE}"); CURRENT=\${#words}; _mcp`,
  fish: `"$NODE" "$MCP" completion fish | source
function mcp; $NODE $MCP $argv; end
complete -C "$LINE"`,
};

describe.each(Object.keys(drivers) as (keyof typeof drivers)[])('completion in %s', shell => {
  const commandFolder = new CommandFolder({});
  const [mark, log] = [join(commandFolder.folder, 'mark'), join(commandFolder.folder, 'log')];
  const marks = { command: '/bin/sh', args: ['-c', `touch ${mark}`] };
  commandFolder.write({ demo, fixture: fixture({ FIXTURE_LOG: log }), marks });
  const installed = has(shell, `apt-get install ${shell}`);
  const complete = (line: string) => {
    const env = {
      ...homeIn(commandFolder.folder),
      NODE: process.execPath,
      MCP: bin,
      MCP_CONFIG_PATH: commandFolder.config,
      LINE: line,
    };
    const { stdout, stderr } = spawnSync(shell, ['-c', drivers[shell]], {
      env,
      encoding: 'utf8',
      cwd: commandFolder.folder,
    });
    expect(stderr).toBe('');
    return stdout
      .split('\n')
      .filter(Boolean)
      .map(word => word.split('\t')[0]!);
  };

  it.skipIf(!installed)('offers commands, servers, tools, names and values, and starts nothing', async () => {
    await commandFolder.run(['list', 'fixture', '--wait-exit']);
    const before = commandFolder.read('log');
    expect(complete('mcp ca')).toEqual(['call', 'calls']);
    expect(complete('mcp call ').map(word => word.replace(/\\/g, ''))).toEqual(
      expect.arrayContaining(['demo/', 'fixture/', 'marks/']),
    );
    expect(complete('mcp call demo/ad')).toEqual(['demo/add']);
    expect(complete('mcp call fixture/ty')).toEqual(['fixture/types']);
    expect(complete('mcp call fixture/types id=x lev')).toEqual(['level=']);
    expect(complete('mcp call fixture/types level=h').at(-1)).toMatch(/^(?:level=)?high$/);
    expect(complete('mcp list --dialect e')).toEqual(['envelope-v1', 'error-v0']);
    expect(complete('mcp call marks/')).toEqual([]);
    expect([existsSync(mark), commandFolder.read('log')]).toEqual([false, before]);
  });
});
