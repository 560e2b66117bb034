/** What kept a download from succeeding. */
export type DownloadFailureType =
  | 'invalid_url'
  | 'invalid_params'
  | 'host_blocked'
  | 'network_error'
  | 'timeout'
  | 'size_exceeded'
  | 'redirect'
  | 'write_error';

/** A download that failed. Nothing was written. */
export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';

  constructor(
    readonly type: DownloadFailureType,
    message: string,
    /** Where a redirect leads, which was not followed. */
    readonly location?: string,
  ) {
    super(message);
  }
}
