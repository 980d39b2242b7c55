import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Lines that the up arrow can bring back, at most. */
export const INPUT_HISTORY_LINES = 500;

/** Loads the lines typed in earlier runs, newest first, as readline wants them. */
export function loadInputHistory(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).reverse();
  } catch {
    return [];
  }
}

/** Saves the lines typed for the next run, readable by their owner only. Does nothing where there is no data folder. */
export function saveInputHistory(file: string, newestFirst: readonly string[]): void {
  if (!existsSync(dirname(file))) return;
  const lines = newestFirst.slice(0, INPUT_HISTORY_LINES).toReversed();
  try {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  } catch {
    // A chat works without its history, so a file that cannot be written is no reason to fail.
  }
}
