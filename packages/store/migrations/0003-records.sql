CREATE TABLE records (
  id {numbered},
  at bigint NOT NULL,
  request_id text NOT NULL,
  caller text NOT NULL,
  server text,
  tool text NOT NULL,
  -- As |one|other|, or nothing for a success.
  kinds text NOT NULL,
  body text NOT NULL,
  bytes bigint NOT NULL,
  chain text,
  seq bigint,
  hash text
);
CREATE INDEX records_by_request ON records (request_id);
CREATE INDEX records_by_time ON records (at);
CREATE UNIQUE INDEX records_by_chain ON records (chain, seq);

-- The last record of each chain, signed.
CREATE TABLE chains (
  chain text PRIMARY KEY,
  seq bigint NOT NULL,
  hash text NOT NULL,
  at bigint NOT NULL,
  signature text NOT NULL
);

-- What stands for the records that retention removed from the beginning of a chain, signed.
CREATE TABLE chain_stubs (
  chain text PRIMARY KEY,
  seq bigint NOT NULL,
  hash text NOT NULL,
  removed bigint NOT NULL,
  at bigint NOT NULL,
  signature text NOT NULL
);
