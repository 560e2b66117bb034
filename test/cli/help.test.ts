import { createRequire } from 'node:module';
import { Language, Parser } from '@vscode/tree-sitter-wasm';
import { describe, expect, it } from 'vitest';
import { runInProcess } from './in-process.js';
import { asJson, CommandFolder, demo, fixture, run } from './mcp.js';

const grammars = createRequire(import.meta.url);
const commandFolder = new CommandFolder({ demo, fixture: fixture() });

describe('help', () => {
  it('shows commands, flags with their units, and examples', async () => {
    const [main, short, call, version] = await Promise.all(
      [[], ['-h'], ['help', 'call'], ['--version']].map(args => run(args, commandFolder.folder)),
    );
    expect(main!.stdout).toContain('Examples:');
    expect(short!.stdout).toBe(main!.stdout);
    expect(call!.stdout).toContain('mcp call demo/echo message=hi');
    expect(call!.stdout).toContain('Times are milliseconds or have a unit (500ms, 30s, 5m)');
    expect(version!.stdout).toMatch(/^mcp \d+\.\d+\.\d+\n$/);
  });

  it('is there for every command, with an example of each', async () => {
    const { stdout: page } = await run([], commandFolder.folder);
    const table = page.slice(page.indexOf('Commands:'), page.indexOf('Flags of every'));
    const names = [...table.matchAll(/^ {2}([a-z-]+) /gm)].map(match => match[1]!);
    expect(names.length).toBeGreaterThan(14);
    const pages = await Promise.all(names.map(name => runInProcess(['help', name], commandFolder.folder)));
    for (const { code, stdout } of pages)
      expect([code, stdout]).toEqual([0, expect.stringMatching(/\nExamples:\n {2}\S/)]);
  });

  it('is one document with --json', async () => {
    for (const args of [['help'], ['agent-help'], ['completion', 'bash'], ['help', 'list']]) {
      const { document } = asJson(await runInProcess([...args, '--json'], commandFolder.folder), args);
      expect(document.text.length).toBeGreaterThan(100);
    }
  });

  it('for agents has 60 lines at most, and every command line in it runs', async () => {
    const { stdout } = await run(['agent-help'], commandFolder.folder);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    const examples = stdout
      .slice(stdout.indexOf('Examples:'))
      .split('\n')
      .slice(1)
      .filter(Boolean)
      .map(line => line.trim());
    expect(examples).toHaveLength(3);
    for (const line of examples)
      expect(await commandFolder.run(line.split(' ').slice(1)), line).toMatchObject({ code: 0 });
  });
});

describe('completion', () => {
  it('answers nothing and says nothing where it knows nothing', async () => {
    const broken = new CommandFolder({});
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
    const { stdout } = await run(['completion', 'powershell'], commandFolder.folder);
    await Parser.init();
    const parser = new Parser().setLanguage(
      await Language.load(grammars.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm')),
    );
    const hasError = (script: string) => parser.parse(script)!.rootNode.hasError;
    expect([hasError(stdout), hasError(stdout.slice(0, -3))]).toEqual([false, true]);
  });
});
