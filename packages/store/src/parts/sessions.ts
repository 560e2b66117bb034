/** What replicas share of the sessions of clients, beyond what the ids of these say. */
export interface SessionPart {
  /** What was agreed on with a client since its session began: a JSON object, empty where that is nothing. */
  read(session: string): Promise<string>;
  /** Replaces members of it, keeps all for so long, and tells everyone. */
  change(session: string, members: string, keepMs: number): Promise<void>;
  /** Leaves a message for a replica, and tells it; false when it is gone. */
  post(replica: string, message: string): Promise<boolean>;
  /** Takes the messages for a replica, the oldest first: each is taken once. */
  take(replica: string): Promise<readonly string[]>;
  /** Forgets sessions past their time; says how many. */
  sweep(): Promise<number>;
}
