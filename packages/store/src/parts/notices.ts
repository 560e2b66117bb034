/** What may have changed. Locks and ledger are told about while somebody waits; the others also by comparing versions every few seconds. */
export type Topic = 'callers' | 'keys' | 'owners' | 'documents' | 'locks' | 'ledger';

/** Says that something changed: `key` names it, or is undefined where it could be anything of the topic. */
export interface Notice {
  readonly topic: Topic;
  readonly key?: string | undefined;
}
