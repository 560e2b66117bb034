import { compileRedaction } from '@concord/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionStart } from './session.js';
import { SessionLog } from './session-log.js';
import { Sessions } from './sessions.js';
import { isoTime, microsecondsOf } from './times.js';

const sessions = new Sessions({ CONCORD_DOTNET_MAX_SESSIONS: '2' });
afterEach(() => sessions.close());

const program = (code: string, more: Partial<SessionStart> = {}) =>
  sessions.start({
    requestId: 'a-call',
    operation: 'run',
    target: 'App.csproj',
    command: process.execPath,
    argv: ['-e', code],
    cwd: process.cwd(),
    env: { PATH: process.env.PATH ?? '' },
    redaction: compileRedaction(),
    ...more,
  });
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a session', () => {
  it('is ready when its program announces an address, and lives until it is stopped', async () => {
    const session = program('console.log("Now listening on: http://localhost:5000"); setInterval(() => {}, 1000)');
    await session.ready;
    expect([...session.urls]).toEqual(['http://localhost:5000']);
    expect(session.isRunning && isAlive(session.pid!)).toBe(true);
    expect((await session.stop()).exitCode).toBe(143);
    expect(isAlive(session.pid!)).toBe(false);
    expect(sessions.find(session.id)?.isRunning).toBe(false);
  });

  it('is ready when the text that was waited for has come, also in pieces', async () => {
    const code =
      'process.stdout.write("rea"); setTimeout(() => process.stdout.write("dy!"), 50); setInterval(() => {}, 1000)';
    await program(code, { waitFor: 'ready' }).ready;
  });

  it('keeps its lines, both streams in order, and its exit code after its end', async () => {
    const session = program('console.log("one"); setTimeout(() => { console.error("two"); process.exit(7) }, 100)');
    expect(await session.ended).toMatchObject({ exitCode: 7, stdout: 'one\n', stderr: 'two\n' });
    expect(session.log.lines().map(({ stream, text }) => `${stream} ${text}`)).toEqual(['stdout one', 'stderr two']);
  });

  it('that cannot be started ends with the reason', async () => {
    const session = program('', { command: '/nowhere/dotnet' });
    expect((await session.ended).missing).toContain('no such file or directory');
  });

  it('is found by the project it runs, however that is written', async () => {
    const session = program('setInterval(() => {}, 1000)', { cwd: '/tmp', target: 'x/../App.csproj' });
    expect(sessions.ofProject('/tmp/App.csproj')).toBe(session);
    expect(sessions.ofProject('/tmp/Other.csproj')).toBeUndefined();
  });

  it('counts until there is no room', async () => {
    for (let count = 0; count < 2; count++) program('setInterval(() => {}, 1000)');
    expect(sessions.hasRoom).toBe(false);
    expect(sessions.list()).toHaveLength(sessions.counts.running + sessions.counts.ended);
  });

  it('dies with whoever holds it, also when it does not listen', async () => {
    const session = program('process.on("SIGTERM", () => {}); console.log("x"); setInterval(() => {}, 1000)', {
      waitFor: 'x',
    });
    await session.ready;
    await sessions.close();
    expect(isAlive(session.pid!)).toBe(false);
    expect(session.end?.exitCode).toBe(137);
  });
});

describe('the log of a session', () => {
  it('gives each line a time of its own, and a cursor past the last', () => {
    const log = new SessionLog();
    for (let count = 0; count < 1_000; count++) log.add('stdout', String(count));
    const times = log.lines().map(each => each.at);
    expect(new Set(times).size).toBe(1_000);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const { cursor } = log;
    log.add('stderr', 'new');
    expect(log.lines({ since: cursor }).map(each => each.text)).toEqual(['new']);
    expect(log.lines({ tail: 2 }).map(each => each.text)).toEqual(['999', 'new']);
  });

  it('forgets the oldest lines, and counts them', () => {
    const log = new SessionLog();
    for (let count = 0; count < 12_345; count++) log.add('stdout', String(count));
    expect(log.lines()).toHaveLength(5_000);
    expect(log.lines()[0]!.text).toBe('7345');
    expect(log.dropped).toBe(7_345);
  });

  it('holds no more than its share of memory', () => {
    const log = new SessionLog();
    for (let count = 0; count < 100; count++) log.add('stdout', 'x'.repeat(65_536));
    expect(log.lines().length).toBeLessThan(65);
  });

  it('writes times that read back to the microsecond', () => {
    const at = 1_794_818_394_542_007;
    expect(isoTime(at)).toBe('2026-11-16T08:39:54.542007Z');
    expect(microsecondsOf(isoTime(at))).toBe(at);
    expect(microsecondsOf('2026-11-16T09:39:54.5+01:00')).toBe(1_794_818_394_500_000);
  });
});
