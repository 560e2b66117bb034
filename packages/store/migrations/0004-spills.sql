-- A spill is visible once it is sealed; until then it goes with the replica that writes it.
CREATE TABLE spills (
  upload text PRIMARY KEY,
  caller text NOT NULL,
  sha256 text NOT NULL,
  bytes bigint NOT NULL,
  mime_type text NOT NULL,
  line_marks text NOT NULL,
  keep_ms bigint NOT NULL,
  store_bytes bigint NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  used_at bigint NOT NULL,
  sealed bigint NOT NULL DEFAULT 0,
  replica text REFERENCES replicas (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX spills_by_name ON spills (caller, sha256) WHERE sealed = 1;
CREATE INDEX spills_by_use ON spills (used_at);
CREATE INDEX spills_by_replica ON spills (replica);
