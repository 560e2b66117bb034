-- Who lives. What a replica holds refers to its row, and goes with it.
CREATE TABLE replicas (
  id text PRIMARY KEY,
  advertise text,
  joined_at bigint NOT NULL,
  lease_until bigint NOT NULL
);

-- One row for each key of a lock; the number of a later row is higher.
CREATE TABLE locks (
  number {numbered},
  lock text NOT NULL,
  key text NOT NULL,
  mode text NOT NULL,
  replica text NOT NULL REFERENCES replicas (id) ON DELETE CASCADE,
  holder text NOT NULL,
  since bigint NOT NULL
);
CREATE INDEX locks_by_key ON locks (key);
CREATE INDEX locks_by_lock ON locks (lock);
CREATE INDEX locks_by_replica ON locks (replica);

-- Who waits, in the order of numbers.
CREATE TABLE lock_line (
  number {numbered},
  lock text NOT NULL,
  key text NOT NULL,
  mode text NOT NULL,
  replica text NOT NULL REFERENCES replicas (id) ON DELETE CASCADE,
  holder text NOT NULL,
  since bigint NOT NULL,
  until bigint NOT NULL
);
CREATE INDEX lock_line_by_key ON lock_line (key);
CREATE INDEX lock_line_by_lock ON lock_line (lock);
CREATE INDEX lock_line_by_replica ON lock_line (replica);

-- How often a topic changed: for those who did not hear of it.
CREATE TABLE versions (
  topic text PRIMARY KEY,
  version bigint NOT NULL
);
