-- A call without an answer runs while it has a replica. When that is buried, nobody knows how the call ended.
CREATE TABLE ledger (
  caller text NOT NULL,
  tool text NOT NULL,
  key text NOT NULL,
  entry text NOT NULL UNIQUE,
  args_hash text NOT NULL,
  request_id text NOT NULL,
  replica text REFERENCES replicas (id) ON DELETE SET NULL,
  since bigint NOT NULL,
  expires_at bigint NOT NULL,
  answer text,
  finished_at bigint,
  awaited bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (caller, tool, key)
);
CREATE INDEX ledger_by_replica ON ledger (replica);
CREATE INDEX ledger_by_expiry ON ledger (expires_at);
