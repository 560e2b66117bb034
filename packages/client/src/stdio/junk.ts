const mostLines = 1_000;
const mostBytes = 2 ** 20;

/** Counts what a server wrote to stdout that is no message anybody waits for. */
export class Junk {
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
