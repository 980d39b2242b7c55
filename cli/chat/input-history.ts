import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Lines that the up arrow reaches back. */
export const INPUT_HISTORY_LINES = 500;

/** What was typed in earlier runs, newest first, as readline wants it. */
export function loadInputHistory(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).reverse();
  } catch {
    return [];
  }
}

/** Keeps what was typed for the next run, for its owner only. Does nothing where there is no data folder. */
export function saveInputHistory(file: string, newestFirst: readonly string[]): void {
  if (!existsSync(dirname(file))) return;
  const lines = newestFirst.slice(0, INPUT_HISTORY_LINES).toReversed();
  try {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  } catch {
    // A chat whose last words cannot be kept is still a chat.
  }
}
