/** Runs `work` as the user nobody when the tests run as root, who can read every file. */
export async function asNobody<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
