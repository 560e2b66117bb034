/** What matters while somebody waits for it. Whoever does also looks by itself now and then. */
export type PassingTopic = 'locks' | 'ledger' | 'sessions' | 'mail' | 'lists';

/** What may have changed. That of the first topics is noticed by comparing versions too, should a notice be lost. */
export type Topic = 'callers' | 'keys' | 'owners' | 'documents' | PassingTopic;

/** Says that something changed: `key` names it, or is undefined where it could be anything of the topic. */
export interface Notice {
  readonly topic: Topic;
  readonly key?: string | undefined;
}

const passingTopics: ReadonlySet<string> = new Set<PassingTopic>(['locks', 'ledger', 'sessions', 'mail', 'lists']);

export const isPassing = (topic: Topic): topic is PassingTopic => passingTopics.has(topic);

/** All topics, for those who do not know what they missed. */
export const topics: readonly Topic[] = [
  'callers',
  'keys',
  'owners',
  'documents',
  'locks',
  'ledger',
  'sessions',
  'mail',
  'lists',
];
