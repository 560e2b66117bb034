-- The fence of a later owner is higher.
CREATE TABLE owners (
  fence {numbered},
  name text NOT NULL UNIQUE,
  replica text NOT NULL REFERENCES replicas (id) ON DELETE CASCADE
);
CREATE INDEX owners_by_replica ON owners (replica);

CREATE TABLE ring_keys (
  id text PRIMARY KEY,
  purpose text NOT NULL,
  secret {bytes} NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE documents (
  name text PRIMARY KEY,
  text text NOT NULL,
  version bigint NOT NULL
);
