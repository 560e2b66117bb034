import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DaemonFixture } from '../daemon/daemon-fixture.js';
import { hasTerminal, Terminal } from '../support/terminal.js';
import { WAIT_LIMIT_MS } from '../support/time.js';
import { bin } from './spawned.js';

const asking = {
  command: process.execPath,
  args: [new URL('./asking-server.mjs', import.meta.url).pathname],
  env: { ASKING_TOKEN: 'hunter2-and-more' },
};
const modern = { command: process.execPath, args: [bin, 'serve', 'demo'] };
/** A daemon keeps a server for each environment, so all commands have that of a terminal. */
const env = { TERM: 'xterm' };
const user = new DaemonFixture({ asking, modern, demo: { use: 'demo' } });

beforeAll(async () => {
  await user.run(['list'], { env });
});
afterAll(() => user.close());

const form = (properties: object, required: readonly string[] = []) => ({
  message: 'Please say',
  requestedSchema: { type: 'object', properties, required },
});

describe.each([
  ['in its own process', ['--no-daemon']],
  ['through the daemon', []],
])('a tool that asks, %s', (_, flags) => {
  const start = (...args: string[]) =>
    new Terminal([process.execPath, bin, ...flags, ...args], { cwd: user.folder, env: user.environment });
  const ask = (question: object) => start('call', 'asking/ask', JSON.stringify({ question }));

  it.skipIf(!hasTerminal)('has its question put to the person at the terminal', async () => {
    for (const target of ['demo/ask_name', 'modern/ask_name']) {
      const terminal = start('call', target);
      await terminal.sees(`${target.split('/')[0]} asks: What is your name?`);
      await terminal.answers('name: ', 'Ada\r');
      await terminal.sees('Hello, Ada!');
      expect(await terminal.ended).toBe(0);
    }
  });

  it.skipIf(!hasTerminal)('shows what is typed once, however many questions there were before', async () => {
    const terminal = ask(
      form({ a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } }, ['a', 'b', 'c']),
    );
    for (const [field, typed] of Object.entries({ a: 'heron', b: 'otter', c: 'amber' })) {
      await terminal.sees(`${field}: `);
      for (const key of `${typed}\r`) terminal.type(key);
    }
    expect(await terminal.ended).toBe(0);
    const shown = terminal.shown.replaceAll(/\x1b\[[0-9;]*[A-Za-z]|\r/g, '');
    expect(shown).toContain('a: heron\nb: otter\nc: amber\n{');
  });

  it.skipIf(!hasTerminal)(
    'gets a form filled in: texts, numbers, choices, defaults; what does not fit is asked again',
    async () => {
      const terminal = ask(
        form(
          {
            age: { type: 'integer', minimum: 18 },
            mail: { type: 'string', format: 'email', title: 'Address', description: 'Where to write to' },
            colour: {
              type: 'string',
              oneOf: [
                { const: '#f00', title: 'Red' },
                { const: '#0f0', title: 'Green' },
              ],
            },
            size: { enum: ['s', 'm'], default: 'm' },
            extras: { type: 'array', items: { enum: ['a', 'b', 'c'] } },
            sure: { type: 'boolean' },
            note: { type: 'string' },
          },
          ['age', 'mail', 'colour', 'sure'],
        ),
      );
      await terminal.answers('age: ', 'seven\r');
      await terminal.answers('Type a number.', '7\r');
      await terminal.sees('>= 18');
      await terminal.answers('age: ', '30\r');
      await terminal.sees('Where to write to');
      await terminal.answers('Address: ', '\r');
      await terminal.sees('A value is needed.');
      await terminal.answers('Address: ', 'ada@example.com\r');
      await terminal.sees('  2  Green');
      await terminal.answers('colour [1-2]: ', '2\r');
      await terminal.answers('size [1-2; Enter for m]: ', '\r');
      await terminal.answers('extras [1-3, several with commas; may be left empty]: ', 'a, 3\r');
      await terminal.answers('sure [y/n]: ', 'y\r');
      await terminal.answers('note [may be left empty]: ', '\r');
      await terminal.sees('"action":"accept"');
      expect(await terminal.ended).toBe(0);
      const answer = JSON.parse(terminal.shown.slice(terminal.shown.lastIndexOf('{"action"')).trim());
      const content = { age: 30, mail: 'ada@example.com', colour: '#0f0', size: 'm', extras: ['a', 'c'], sure: true };
      expect(answer.content).toEqual(content);
    },
  );

  it.skipIf(!hasTerminal)('is declined by Esc, by Ctrl-D and by no; Ctrl-C cancels the call', async () => {
    for (const keys of ['\x1b', '\x04']) {
      const terminal = ask(form({ name: { type: 'string' } }));
      await terminal.answers('name [may be left empty]: ', keys);
      await terminal.sees('{"action":"decline"}');
      expect(await terminal.ended).toBe(0);
    }
    const confirmation = ask(form({}));
    await confirmation.answers('Accept? [y/N] ', '\r');
    await confirmation.sees('{"action":"decline"}');
    const cancelled = ask(form({ name: { type: 'string' } }));
    await cancelled.answers('name [may be left empty]: ', '\x03');
    expect(await cancelled.ended).toBe(130);
    expect(cancelled.shown).not.toContain('"action"');
    expect(cancelled.shown).not.toContain('next:');
  });

  it.skipIf(!hasTerminal)('shows an address to visit, and opens nothing', async () => {
    const terminal = ask({ mode: 'url', message: 'Sign in', url: 'https://example.com/in', elicitationId: '1' });
    await terminal.sees('https://example.com/in');
    await terminal.answers('Open this address of example.com in a browser. Done? [y/N] ', 'y\r');
    await terminal.sees('{"action":"accept"}');
    const local = ask({ mode: 'url', message: 'Read', url: 'file:///etc/passwd', elicitationId: '2' });
    await local.sees('{"action":"decline"}');
  });

  it.skipIf(!hasTerminal)('cannot steer the terminal, show a secret, or be taken for another', async () => {
    const terminal = ask({ ...form({}), message: 'a\x1b[2J\u202ehunter2-and-more' });
    await terminal.answers('[y/N] ', 'n\r');
    expect(await terminal.ended).toBe(0);
    expect(terminal.shown).toContain('asking asks: a\\x1b[2J\\u202e');
    expect(terminal.shown).not.toMatch(/\x1b\[2J|\u202e|hunter2/);
  });

  it.skipIf(!hasTerminal)('waits for an answer no longer than the command may take', async () => {
    const terminal = start('--timeout', '1500', 'call', 'asking/ask', JSON.stringify({ question: form({}) }));
    await terminal.sees('Accept? [y/N] ');
    await terminal.sees('{"action":"cancel"}');
    expect(await terminal.ended).toBe(0);
  });

  it('is declined without a terminal, which stderr says in one line', async () => {
    for (const target of ['demo/ask_name', 'modern/ask_name']) {
      const { code, stdout, stderr } = await user.run([...flags, 'call', target], { env });
      expect([code, stdout]).toEqual([0, 'No name: decline\n']);
      expect(stderr).toBe(
        `note: ${target} asked 'What is your name?': declined, because there is no terminal to ask on\n`,
      );
    }
  });
});

it.skipIf(!hasTerminal)(
  'a kept server that serves two commands cannot have either asked in place of the other',
  async () => {
    const waiting = user.start(['call', 'asking/wait'], env);
    onTestFinished(() => void waiting.child.kill('SIGKILL'));
    waiting.child.stdin?.end();
    const busy = async () => {
      const { servers } = await user.json<{ servers: { name: string; in_flight: number }[] }>('daemon', 'status');
      return servers.find(({ name }) => name === 'asking')?.in_flight;
    };
    await expect.poll(busy, { timeout: WAIT_LIMIT_MS }).toBe(1);
    const terminal = new Terminal(
      [process.execPath, bin, 'call', 'asking/ask', JSON.stringify({ question: form({}) })],
      {
        cwd: user.folder,
        env: user.environment,
      },
    );
    await terminal.sees('several clients are being served');
    expect(terminal.shown).not.toContain('Accept?');
    await user.run(['call', 'asking/go'], { env });
    expect((await waiting.ended).code).toBe(0);
  },
);
