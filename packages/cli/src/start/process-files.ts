/** Paths that name open files of one process: `<(…)` of a shell, `/dev/stdin`, the terminal. */
const ownFile =
  /^(?:-[\w-]{1,64}=|[^=@\s]{1,256}=@|@)?\/(?:dev\/(?:fd\/\d{1,9}|stdin|stdout|stderr|tty)|proc\/(?:self|thread-self)\/[^\s]{1,256})$/;

/** Whether a command line names a file that only its own process has open. A daemon cannot open it. */
export function namesOwnFile(argv: readonly string[]): boolean {
  return argv.some(word => word.length < 1_024 && ownFile.test(word));
}
