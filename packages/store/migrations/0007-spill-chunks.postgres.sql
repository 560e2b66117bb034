-- 256 KiB each, but for the last. Stored as they are: text that was compressed could not be read in part.
CREATE TABLE spill_chunks (
  upload text NOT NULL REFERENCES spills (upload) ON DELETE CASCADE,
  number bigint NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (upload, number)
);
ALTER TABLE spill_chunks ALTER COLUMN content SET STORAGE EXTERNAL;
