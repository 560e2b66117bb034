const mostLines = 1_000;
const mostBytes = 2 ** 20;

/** Counts lines a server wrote to stdout that are no message, or answer no request. */
export class StrayOutput {
  lines = 0;
  bytes = 0;
  first: string | undefined;

  add(line: Buffer): void {
    this.lines += 1;
    this.bytes += line.length;
    this.first ??= line.subarray(0, 1_000).toString();
  }

  /** More than anyone can write by mistake before the handshake. */
  get isTooMuch(): boolean {
    return this.lines > mostLines || this.bytes > mostBytes;
  }
}
