// biome-ignore lint/suspicious/noExplicitAny: functions of Node are wrapped whatever their arguments are.
type Anything = any;

/** Wraps a function of Node for all code of this thread. */
export function wrap(
  owner: Anything,
  name: string,
  make: (original: (...given: Anything[]) => Anything) => (...given: Anything[]) => Anything,
): void {
  owner[name] = Object.assign(make(owner[name].bind(owner)), owner[name]);
}

/** Makes a constructor of Node throw for a stream of the process. */
export function refuseToMake(owner: Anything, name: string, isOfProcess: (first: Anything) => boolean): void {
  const guard = (given: readonly Anything[]) => {
    if (isOfProcess(given[0])) throw refused();
  };
  owner[name] = new Proxy(owner[name], {
    apply(target, self, given) {
      guard(given);
      return Reflect.apply(target, self, given);
    },
    construct(target, given, made) {
      guard(given);
      return Reflect.construct(target, given, made);
    },
  });
}

/** The descriptors that belong to the process, not to a thread. */
export const isOfProcess = (descriptor: unknown): boolean => descriptor === 0 || descriptor === 1 || descriptor === 2;

/** The system's error for a descriptor that is not open. */
export const refused = () => Object.assign(new Error('EBADF: bad file descriptor'), { code: 'EBADF' });
