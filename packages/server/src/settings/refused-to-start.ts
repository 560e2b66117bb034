/** Thrown when the server will not start: one sentence why, and the exit code for that kind of reason. */
export class RefusedToStart extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 | 3 = 1,
  ) {
    super(message);
    this.name = 'RefusedToStart';
  }
}
