import type { SessionPart } from '../parts/sessions.js';
import type { MemoryState } from './state.js';

interface SharedSession {
  readonly members: object;
  readonly expiresAt: number;
}

export function memorySessions(state: MemoryState): SessionPart {
  const sessions = new Map<string, SharedSession>();
  const mail = new Map<string, string[]>();
  state.onBurial.push(replica => mail.delete(replica));

  const current = (session: string): object => {
    const found = sessions.get(session);
    return found && found.expiresAt > state.clock() ? found.members : {};
  };

  return {
    async read(session) {
      return JSON.stringify(current(session));
    },
    async change(session, members, keepMs) {
      const changed = { ...current(session), ...(JSON.parse(members) as object) };
      sessions.set(session, { members: changed, expiresAt: state.clock() + keepMs });
      state.notify('sessions', session);
    },
    async post(replica, message) {
      if (!state.replicas.has(replica)) return false;
      mail.set(replica, [...(mail.get(replica) ?? []), message]);
      state.notify('mail', replica);
      return true;
    },
    async take(replica) {
      const taken = mail.get(replica) ?? [];
      mail.delete(replica);
      return taken;
    },
    async sweep() {
      const expired = [...sessions].filter(([, { expiresAt }]) => expiresAt <= state.clock());
      for (const [session] of expired) sessions.delete(session);
      return expired.length;
    },
  };
}
