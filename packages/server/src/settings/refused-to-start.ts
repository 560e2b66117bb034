/** The server will not start: one sentence why, and the exit code that says what kind of reason it was. */
export class RefusedToStart extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 | 3 = 1,
  ) {
    super(message);
    this.name = 'RefusedToStart';
  }
}
