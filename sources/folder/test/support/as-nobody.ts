/** Nothing is unreadable to root: it looks as nobody, who trusts root's files as everybody does. */
export async function asAnybody<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
