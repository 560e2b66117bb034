import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../cli/spawned.js';
import { membersOf } from '../server/wire.js';
import { tenTimes } from '../support/time.js';
import { folderOf, projectOf, put, shellTool } from './project.js';
import { isModern } from './route.js';
import { type Message, RoutedWire } from './routed-wire.js';

const textOf = ({ result }: Message) => result?.content?.[0]?.text;
const ready = `printf '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"ready"}}\\n' >> "$MCP_LOG_STREAM"`;
const stubborn = `trap "" TERM; echo $$ > "$MCPBASH_PROJECT_ROOT/pid"; (trap "" TERM; sleep 60) & (sleep 60) & ${ready}; sleep 60`;
const root = projectOf({
  ...shellTool('well', 'echo fine'),
  ...shellTool('slow', 'echo begun; sleep 60'),
  ...shellTool('late', stubborn, { timeoutSecs: 1 }),
  ...shellTool('stubborn', stubborn, { timeoutSecs: 60 }),
  ...shellTool('leaver', 'sleep 60 & echo done'),
  ...shellTool('clock', 'date +%s%3N'),
});
const group = () => Number(readFileSync(join(root, 'pid'), 'utf8'));

let wire: RoutedWire;
beforeAll(async () => {
  wire = new RoutedWire({ source: root, env: { MCPBASH_DEFAULT_TOOL_TIMEOUT: '1' } });
  await wire.handshake();
  await wire.call('well');
});
afterAll(() => wire.end());

/** How long something takes, in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Holds something to ten times the milliseconds it is promised in. */
async function within(promisedMs: number, attempt: () => Promise<number>): Promise<void> {
  expect(await attempt()).toBeLessThan(tenTimes(promisedMs));
}

/** Waits until no process of the tool is left. */
async function gone(): Promise<void> {
  await expect.poll(() => membersOf(group())).toEqual([]);
}

describe('time', () => {
  it('a tool of 60 s that has one of them is answered within 3 s', async () => {
    await within(3_000, () =>
      timeOf(async () => {
        const { error, result } = await wire.call('slow');
        expect([error?.code, error?.message, error?.data?.reason, result]).toEqual([
          -32603,
          'Tool timed out after 1 s',
          'fixed',
          undefined,
        ]);
        expect(JSON.stringify(error)).not.toContain('begun');
      }),
    );
  });

  it('what ignores TERM, and its children, are gone within 2 s of the timeout', async () => {
    const attempt = () =>
      timeOf(async () => {
        expect((await wire.call('late')).error?.code).toBe(-32603);
        await gone();
      });
    await within(1_000 + 2_000, attempt);
  });

  it('what ignores TERM, and its children, are gone within 2 s of being cancelled', async () => {
    await within(2_000, async () => {
      wire.messages.splice(0);
      const id = wire.start('tools/call', { name: 'stubborn', arguments: {} });
      await wire.notice('notifications/message');
      return timeOf(async () => {
        const answer = await wire.cancel(id);
        if (!isModern) expect(answer?.error?.code).toBe(-32001);
        await gone();
      });
    });
  });

  it('a child that holds the output is waited for less than 1 s after the exit', async () => {
    await within(1_000, () => timeOf(async () => expect(textOf(await wire.call('leaver'))).toBe('done\n')));
  });

  it('a new tool is reported within 1 s, and so is a removed one', async () => {
    const told = async (change: () => void) => {
      wire.messages.splice(0);
      return timeOf(() => {
        change();
        return wire.notice('notifications/tools/list_changed');
      });
    };
    await within(1_000, async () => {
      const added = await told(() => put(root, shellTool('added', 'echo added')));
      expect(textOf(await wire.call('added'))).toBe('added\n');
      const removed = await told(() => rmSync(join(root, 'tools/added'), { recursive: true }));
      return Math.max(added, removed);
    });
  });

  it('`run-tool` without roots starts the tool within 1 s', async () => {
    const home = folderOf({});
    const command = () => run(['run-tool', 'clock'], home, { cwd: root });
    await command();
    const attempt = async () => {
      const began = Date.now();
      const { code, stdout } = await command();
      expect(code).toBe(0);
      return Number(JSON.parse(stdout).content[0].text) - began;
    };
    await within(1_000, attempt);
  });
});
