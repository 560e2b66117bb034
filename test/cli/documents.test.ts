import { describe, expect, it } from 'vitest';
import { projectOf, shellTool } from '../folder/project.js';
import { runInProcess } from './in-process.js';
import { asJson, Desk, demo, fixture, missing } from './mcp.js';

const desk = new Desk({ fixture: fixture(), demo, gone: missing });
const all = ['--config', desk.config];
const project = projectOf(shellTool('hello', 'echo hi'));
const there = ['--project-root', project];

/** Every command: a line that succeeds, and lines that fail. */
const lines: readonly (readonly [good: readonly string[], ...bad: readonly (readonly string[])[]])[] = [
  [
    ['list', ...all],
    ['list', 'nobody', ...all],
    ['list', '--nope'],
  ],
  [
    ['list', '--full', ...all],
    ['list', '--config', '/nowhere'],
  ],
  [
    ['info', 'fixture/types', ...all],
    ['info', 'fixture/nothing', ...all],
    ['info', 'gone/x', ...all],
  ],
  [
    ['info', 'fixture', '--full', ...all],
    ['info', ...all],
  ],
  [
    ['call', 'fixture/types', 'id=x', ...all],
    ['call', 'fixture/types', ...all],
    ['call', 'fixture/fails', ...all],
    ['call', 'gone/x', ...all],
  ],
  [
    ['call', 'fixture/types', 'id=x', '--dry-run', ...all],
    ['call', 'fixture/refuses', '--full', ...all],
  ],
  [
    ['call', 'fixture/big', '--max-bytes', '2k', '--full', ...all],
    ['call', 'fixture/fails', '--max-bytes', '100', ...all],
  ],
  [
    ['call', 'fixture/blob', '--save', 'saved', ...all],
    ['call', 'fixture/dies', ...all],
  ],
  [
    ['search', 'add', '--full', ...all],
    ['search', ...all],
  ],
  [
    ['resources', ...all],
    ['resources', 'nobody', ...all],
  ],
  [
    ['read', 'demo', 'demo://readme', ...all],
    ['read', 'demo', 'demo://nope', ...all],
  ],
  [
    ['prompts', ...all],
    ['prompts', 'nobody', ...all],
  ],
  [
    ['prompt', 'demo/review', 'language=go', ...all],
    ['prompt', 'demo/review', ...all],
    ['prompt', 'demo/nope', ...all],
  ],
  [
    ['config', 'show', ...all],
    ['config', 'show', 'nobody', ...all],
  ],
  [
    ['config', 'import'],
    ['config', 'import', 'nobody'],
  ],
  [
    ['config', 'trust', 'fixture', ...all],
    ['config', 'trust', ...all],
  ],
  [
    ['config', 'distrust', '--all', ...all],
    ['config', 'distrust', 'nobody', ...all],
  ],
  [
    ['config', 'client', ...there],
    ['config', 'client', 'nobody'],
  ],
  [
    ['config', 'client', '--wrapper', ...there],
    ['config', 'client', '--wrapper', '--inspector'],
  ],
  [
    ['init', 'made'],
    ['init', 'one', 'two'],
    ['init', '--name', '..'],
  ],
  [
    ['new', 'tool', 'greet', ...there],
    ['new', 'tool', 'a b'],
    ['new', 'tool', 'greet', '--project-root', '/nowhere'],
  ],
  [
    ['validate', '--explain-defaults', ...there],
    ['validate', '/nowhere'],
  ],
  [
    ['doctor', ...there],
    ['doctor', '--nope'],
  ],
  [['run-tool', 'hello', ...there], ['run-tool', 'hello', '--args', '{', ...there], ['run-tool']],
  [
    ['run-tool', 'hello', '--print-env', ...there],
    ['run-tool', 'hello', '--roots', '/nowhere', ...there],
  ],
  [
    ['registry', 'refresh', '--no-write', ...there],
    ['registry', 'sleep'],
  ],
  [
    ['registry', 'status', ...there],
    ['registry', 'status', '/nowhere'],
  ],
  [['health', ...there], ['bundle']],
  [
    ['daemon', 'status'],
    ['daemon', 'sleep'],
  ],
  [['daemon', 'stop'], ['daemon']],
  [['calls'], ['calls', '--limit', 'x']],
  [['schema'], ['schema', 'nothing']],
  [
    ['schema', 'config'],
    ['schema', '--nope'],
  ],
  [['completion', 'zsh'], ['completion']],
  [['agent-help'], ['agent-help', '--nope']],
  [
    ['help', 'call'],
    ['help', 'nobody'],
  ],
  [
    ['logout', 'https://127.0.0.1:1/mcp'],
    ['logout', 'fixture', ...all],
    ['login', 'demo', ...all],
  ],
];

describe('the document of', () => {
  it.each(lines)('%j, and of its failures, fits what is published', async (good, ...bad) => {
    const [succeeded, ...failed] = await Promise.all(
      [good, ...bad].map(args => runInProcess([...args, '--json'], desk.folder)),
    );
    expect(asJson(succeeded!, good).document).not.toMatchObject({ status: 'error' });
    for (const [index, ran] of failed.entries()) {
      const { code, document } = asJson(ran, bad[index]!);
      expect(code).not.toBe(0);
      expect(document).toMatchObject({
        status: 'error',
        error: { kind: expect.any(String), retryable: expect.any(Boolean) },
        metadata: { timestamp: expect.any(String) },
      });
    }
  });
});
