import type { JsonObject } from '@concord/contract';
import type { Server } from '@modelcontextprotocol/server';
import { isAtLeast } from '../log/levels.js';
import type { Listener } from '../notifications/notifier.js';
import type { Session } from '../session/session.js';

/** Tells a connection of changes and log lines by notifications, from the moment its client is ready to hear them. */
export function sessionListener(session: () => Session, server: () => Server | undefined): Listener {
  const announce = (method: string, params?: JsonObject) => {
    if (!session().listening) return;
    server()
      ?.notification({ method, ...(params && { params }) } as never)
      .catch(() => {});
  };
  return {
    changed: kinds => {
      for (const kind of kinds) announce(`notifications/${kind}/list_changed`);
    },
    // Names of servers that its caller may not see stand in such lines.
    hearsOfServers: () => session().account?.sight.operations !== false,
    updated: uri => announce('notifications/resources/updated', { uri }),
    logged: (level, logger, data) => {
      // In the modern era only requests that ask for logs get any.
      if (session().era === 'handshake' && isAtLeast(level, session().level))
        announce('notifications/message', { level, logger, data });
    },
  };
}
