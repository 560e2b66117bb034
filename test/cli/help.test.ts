import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Language, Parser } from '@vscode/tree-sitter-wasm';
import { describe, expect, it } from 'vitest';
import { runInProcess } from './in-process.js';
import { asJson, bin, Desk, demo, fixture, has, homeIn, run } from './mcp.js';

const grammars = createRequire(import.meta.url);
const desk = new Desk({ demo, fixture: fixture() });

describe('help', () => {
  it('shows commands, flags with their units, and examples', async () => {
    const [main, short, call, version] = await Promise.all(
      [[], ['-h'], ['help', 'call'], ['--version']].map(args => run(args, desk.folder)),
    );
    expect(main!.stdout).toContain('Examples:');
    expect(short!.stdout).toBe(main!.stdout);
    expect(call!.stdout).toContain('mcp call demo/echo message=hi');
    expect(call!.stdout).toContain('Times are milliseconds or have a unit (500ms, 30s, 5m)');
    expect(version!.stdout).toMatch(/^mcp \d+\.\d+\.\d+\n$/);
  });

  it('is there for every command, with an example of each', async () => {
    const { stdout: page } = await run([], desk.folder);
    const table = page.slice(page.indexOf('Commands:'), page.indexOf('Flags of every'));
    const names = [...table.matchAll(/^ {2}([a-z-]+) /gm)].map(match => match[1]!);
    expect(names.length).toBeGreaterThan(14);
    const pages = await Promise.all(names.map(name => runInProcess(['help', name], desk.folder)));
    for (const { code, stdout } of pages)
      expect([code, stdout]).toEqual([0, expect.stringMatching(/\nExamples:\n {2}\S/)]);
  });

  it('is one document with --json', async () => {
    for (const args of [['help'], ['agent-help'], ['completion', 'bash'], ['help', 'list']]) {
      const { document } = asJson(await runInProcess([...args, '--json'], desk.folder), args);
      expect(document.text.length).toBeGreaterThan(100);
    }
  });

  it('for agents has 60 lines at most, and every command line in it runs', async () => {
    const { stdout } = await run(['agent-help'], desk.folder);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    const examples = stdout
      .slice(stdout.indexOf('Examples:'))
      .split('\n')
      .slice(1)
      .filter(Boolean)
      .map(line => line.trim());
    expect(examples).toHaveLength(3);
    for (const line of examples) expect(await desk.run(line.split(' ').slice(1)), line).toMatchObject({ code: 0 });
  });
});

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
  const desk = new Desk({});
  const [mark, log] = [join(desk.folder, 'mark'), join(desk.folder, 'log')];
  const marks = { command: '/bin/sh', args: ['-c', `touch ${mark}`] };
  desk.write({ demo, fixture: fixture({ FIXTURE_LOG: log }), marks });
  const installed = has(shell, `apt-get install ${shell}`);
  const complete = (line: string) => {
    const env = { ...homeIn(desk.folder), NODE: process.execPath, MCP: bin, MCP_CONFIG_PATH: desk.config, LINE: line };
    const { stdout, stderr } = spawnSync(shell, ['-c', drivers[shell]], { env, encoding: 'utf8', cwd: desk.folder });
    expect(stderr).toBe('');
    return stdout
      .split('\n')
      .filter(Boolean)
      .map(word => word.split('\t')[0]!);
  };

  it.skipIf(!installed)('offers commands, servers, tools, names and values, and starts nothing', async () => {
    await desk.run(['list', 'fixture', '--wait-exit']);
    const before = desk.read('log');
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
    expect([existsSync(mark), desk.read('log')]).toEqual([false, before]);
  });
});

describe('completion', () => {
  it('answers nothing and says nothing where it knows nothing', async () => {
    const broken = new Desk({});
    broken.file('servers.json', '{');
    for (const words of [
      ['call', ''],
      ['nonsense', 'x'],
      ['call', 'demo/add', '--', ''],
      ['list', '--config', '/nowhere', ''],
    ])
      expect(
        await run(['__complete', '--', ...words], broken.folder, { env: { MCP_CONFIG_PATH: broken.config } }),
      ).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('has a script that follows the grammar of PowerShell', async () => {
    const { stdout } = await run(['completion', 'powershell'], desk.folder);
    await Parser.init();
    const parser = new Parser().setLanguage(
      await Language.load(grammars.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm')),
    );
    const hasError = (script: string) => parser.parse(script)!.rootNode.hasError;
    expect([hasError(stdout), hasError(stdout.slice(0, -3))]).toEqual([false, true]);
  });
});
