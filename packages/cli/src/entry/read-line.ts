/** Puts a question on the terminal and gives the line that was typed. */
export async function readLine(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await asking.question(question);
  } finally {
    asking.close();
  }
}
