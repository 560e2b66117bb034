-- What was agreed on with a client since its session began; what was agreed before is in the id of the session.
CREATE TABLE sessions (
  session text PRIMARY KEY,
  members text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Messages for one replica.
CREATE TABLE mail (
  number {numbered},
  replica text NOT NULL REFERENCES replicas (id) ON DELETE CASCADE,
  message text NOT NULL
);
CREATE INDEX mail_by_replica ON mail (replica);
