import { createInterface } from 'node:readline/promises';

/** Puts a question on the terminal and gives the line that was typed. */
export async function readLine(question: string): Promise<string> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await asking.question(question);
  } finally {
    asking.close();
  }
}
