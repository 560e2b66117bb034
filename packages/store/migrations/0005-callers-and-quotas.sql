CREATE TABLE callers (
  name text PRIMARY KEY,
  rights text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint
);

-- Tokens by their hash; one that was replaced holds until its time is over.
CREATE TABLE caller_tokens (
  hash text PRIMARY KEY,
  name text NOT NULL REFERENCES callers (name) ON DELETE CASCADE,
  until bigint
);
CREATE INDEX caller_tokens_by_name ON caller_tokens (name);

CREATE TABLE quota_buckets (
  bucket text PRIMARY KEY,
  tokens double precision NOT NULL,
  at bigint NOT NULL
);

-- Tokens that a replica has until its lease of them ends.
CREATE TABLE quota_leases (
  bucket text NOT NULL,
  replica text NOT NULL,
  left_over bigint NOT NULL,
  until bigint NOT NULL,
  PRIMARY KEY (bucket, replica)
);

CREATE TABLE quota_slots (
  pool text NOT NULL,
  replica text NOT NULL REFERENCES replicas (id) ON DELETE CASCADE,
  held bigint NOT NULL,
  PRIMARY KEY (pool, replica)
);
CREATE INDEX quota_slots_by_replica ON quota_slots (replica);

CREATE TABLE quota_accounts (
  account text PRIMARY KEY,
  window_start bigint NOT NULL,
  spent bigint NOT NULL
);
