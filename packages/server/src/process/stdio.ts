import { endAllGroups, killAllGroups } from '@concord/engine';
import { closeHost, type HostOptions, openHost } from '../dispatch/host.js';
import { isSilent } from '../gate/gate.js';
import { RefusedToStart } from '../settings/refused-to-start.js';
import type { Settings } from '../settings/settings.js';
import { StdioConnection } from '../stdio/connection.js';
import { LineWriter } from '../stdio/line-writer.js';
import { Ending } from './ending.js';
import { onSignals } from './signals.js';
import { watchIdle, watchParent } from './watches.js';

const CLIENT_GONE_MS = 1_000;
const SHORTEST_TOKEN = 32;

/** Serves one client on standard input and output until it is done. Gives the exit code. */
export async function serveStdioProcess(options: HostOptions): Promise<number> {
  const { settings, log } = options;
  if (settings.remoteToken !== undefined && settings.remoteToken.length < SHORTEST_TOKEN)
    throw new RefusedToStart(`MCPBASH_REMOTE_TOKEN must have at least ${SHORTEST_TOKEN} characters`);
  const parent = process.ppid;
  const host = openHost(options);
  let shutdownDeadline = 0;

  const tooCorrupt = corruptionCounter(settings, count => {
    log.at('critical', 'core', `stdout is corrupt: ${count} failed or mended messages; leaving`);
    ending.begin(3, 'corruption', 0);
  });
  const writer = new LineWriter(1, {
    corrupted: reason => {
      log.error('core', reason);
      tooCorrupt();
    },
    broken: () => ending.begin(0, 'disconnect', CLIENT_GONE_MS),
    congested: yes => (yes ? process.stdin.pause() : process.stdin.resume()),
  });
  const connection = new StdioConnection(host, writer, {
    shutdown: () => {
      if (shutdownDeadline > 0) return;
      shutdownDeadline = performance.now() + settings.shutdownSeconds * 1_000;
      setTimeout(() => ending.begin(0, 'shutdown', 0), settings.shutdownSeconds * 1_000);
    },
    exit: () => ending.begin(0, 'shutdown', Math.max(0, shutdownDeadline - performance.now())),
  });
  const { requests } = connection.session;
  const ending = new Ending({
    allFinished: async () => {
      await requests.allFinished();
      await writer.flushed();
    },
    cancelAll: reason => {
      connection.session.phase = 'shutting down';
      requests.cancelAll(reason, isSilent(connection.session, settings));
    },
    close: async () => {
      await endAllGroups(500);
      await connection.close();
      await writer.flushed();
      await closeHost(host);
    },
  });

  const idle = watchIdle(
    settings,
    () => requests.size > 0 || host.pausedCalls.size > 0,
    seconds => {
      host.everywhere.warn('lifecycle', `no input for ${seconds} s; leaving`);
      ending.begin(0, 'idle', 0);
    },
  );
  const stopParentWatch = watchParent(settings, () => ending.begin(0, 'orphaned', CLIENT_GONE_MS));
  const stopSignals = onSignals(ending, log);

  process.stdin.on('data', (chunk: Buffer) => {
    idle.touch();
    connection.push(chunk);
  });
  const ended = () => {
    connection.end();
    const graceMs = process.ppid === parent ? settings.drainSeconds * 1_000 : CLIENT_GONE_MS;
    ending.begin(0, 'end of input', graceMs);
  };
  process.stdin.once('end', ended);
  process.stdin.once('error', ended);

  const code = await ending.done;
  idle.stop();
  stopParentWatch();
  stopSignals();
  killAllGroups();
  return code;
}

/** Counts failed writes and mended lines; calls back when there were too many to go on. */
function corruptionCounter(settings: Settings, onTooMuch: (count: number) => void): () => void {
  const { corruptionWindowSeconds, corruptionThreshold, allowCorruptStdout } = settings;
  let times: number[] = [];
  return () => {
    const now = performance.now();
    times = [...times.filter(time => now - time < corruptionWindowSeconds * 1_000), now].slice(-10_000);
    if (times.length > corruptionThreshold && !allowCorruptStdout) onTooMuch(times.length);
  };
}
