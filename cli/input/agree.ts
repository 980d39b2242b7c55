import { createInterface } from 'node:readline/promises';
import { CommandError } from '../program/command-error.js';

export async function agree(refusal: string): Promise<void> {
  const readline = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and the end of the input mean no.
  const ended = new Promise<string>((resolve) => readline.once('close', () => resolve('')));
  const question = 'Delete all of this? It cannot be undone. Type yes: ';
  const answer = await Promise.race([readline.question(question), ended]);
  readline.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError(refusal);
}
