/** What a download may do. */
export interface DownloadOptions {
  /** Hosts it may come from; those of MCPBASH_HTTPS_ALLOW_HOSTS when left out. Without either nothing is read. */
  readonly allow?: readonly string[];
  /** Hosts it may not come from, besides those of MCPBASH_HTTPS_DENY_HOSTS. */
  readonly deny?: readonly string[];
  /** 10 MiB when left out, at most 20 MiB; of what is sent and of what that is unpacked. */
  readonly maxBytes?: number;
  /** 15 when left out, at most 60; each attempt has that long. */
  readonly timeoutSecs?: number;
  readonly userAgent?: string;
  /** How often it is tried in all, where trying again can help; once when left out. */
  readonly attempts?: number;
  /** The pause before the second attempt; each further one is twice as long. */
  readonly retryDelayMs?: number;
  readonly signal?: AbortSignal;
  /** A file that gets what was read, once it is there whole. */
  readonly out?: string;
}
