/**
 * How many times as long work takes on an input of `factor` times the size. CPU time of this process, best of five, so that
 * what else the machine does is not counted. Linear work gives about `factor`, quadratic work its square.
 */
export function growth(work: (size: number) => unknown, size: number, factor: number): number {
  const cost = (of: number) => {
    const started = process.cpuUsage();
    work(of);
    const { user, system } = process.cpuUsage(started);
    return user + system;
  };
  const best = (of: number) => Math.min(...Array.from({ length: 5 }, () => cost(of)));
  best(size);
  // What is too short to be measured is taken for a tenth of a millisecond.
  return best(size * factor) / Math.max(best(size), 100);
}
