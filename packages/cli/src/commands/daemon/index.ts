import type { DaemonStatus, WarmServerStatus } from '@concord/daemon';
import type { Command } from '../../command/command.js';
import type { CommandContext } from '../../command/context.js';
import { unknownWord, usage } from '../../command/failure.js';
import { printJson } from '../../print/json.js';
import { counted } from '../../print/text.js';

/** `mcp daemon status|stop|run`. It runs in the daemon itself; where it runs elsewhere, there is none. */
export const daemon: Command = {
  summary: 'see or stop the process that keeps servers warm',
  usage: 'mcp daemon status | stop [--force] | run',
  flags: ['force'],
  examples: ['mcp daemon status', 'mcp daemon stop', 'mcp daemon status --json'],
  more: 'run stays in the foreground. Commands start a daemon by themselves; --no-daemon or MCP_NO_DAEMON=1 do without.',
  run: async (context, { words }) => {
    const [action, ...others] = words;
    if (action === 'run') throw usage('mcp daemon run takes no flags and nothing else', 'mcp daemon run');
    if (action === undefined || !Object.hasOwn(actions, action))
      throw unknownWord('daemon', action, [...Object.keys(actions), 'run']);
    if (others.length > 0) throw usage(`mcp daemon ${action} takes nothing else`, `mcp daemon ${action}`);
    await actions[action]!(context);
    return 0;
  },
};

const actions: Readonly<Record<string, (context: CommandContext) => Promise<void>>> = { status, stop };

async function status(context: CommandContext): Promise<void> {
  const now = context.daemon?.status();
  if (context.flags.json) await printJson(context, now ?? { running: false, servers: [] });
  else await context.stdout(now === undefined ? 'no daemon is running\n' : statusText(now));
}

async function stop(context: CommandContext): Promise<void> {
  const stopped = await context.daemon?.stop(context.flags.force === true);
  if (context.flags.json)
    await printJson(
      context,
      stopped
        ? { stopped: true, pid: stopped.pid, servers_closed: stopped.serversClosed }
        : { stopped: false, servers_closed: 0 },
    );
  else
    await context.stdout(
      stopped
        ? `daemon ${stopped.pid} stopped, ${counted(stopped.serversClosed, 'server')} closed\n`
        : 'no daemon is running\n',
    );
}

function statusText({ version, pid, uptime_ms, rss_bytes, clients, servers }: DaemonStatus): string {
  const facts = [
    `daemon ${version}`,
    `pid ${pid}`,
    `up ${durationText(uptime_ms)}`,
    megabytes(rss_bytes),
    counted(clients, 'client'),
  ];
  return [facts.join(', '), ...servers.map(serverLine), ''].join('\n');
}

function serverLine(server: WarmServerStatus): string {
  const { name, transport, state, pid, idle_ms, idle_timeout_ms, calls, in_flight, rss_bytes } = server;
  return `  ${[
    name,
    transport,
    state,
    ...(pid === undefined ? [] : [`pid ${pid}`]),
    in_flight > 0 ? `${in_flight} in flight` : `idle ${durationText(idle_ms)} of ${durationText(idle_timeout_ms)}`,
    counted(calls, 'call'),
    ...(rss_bytes === undefined ? [] : [megabytes(rss_bytes)]),
  ].join('  ')}`;
}

/** A duration for people, such as `3 min`. */
function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  return seconds < 600 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
