import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { TYPED_HISTORY_TEXTS } from '../terminal/typed-history.js';

/** A longer text is not kept for the next run: 500 of them would fill a disk. */
const LONGEST_CHARACTERS = 10_000;

/** Loads the texts typed in earlier runs, newest first. */
export function loadInputHistory(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(readLine).reverse();
  } catch {
    return [];
  }
}

/** Saves the texts typed for the next run, readable by their owner only. Does nothing where there is no data folder. */
export function saveInputHistory(file: string, newestFirst: readonly string[]): void {
  if (!existsSync(dirname(file))) return;
  const texts = newestFirst.filter((text) => text.length <= LONGEST_CHARACTERS);
  const lines = texts.slice(0, TYPED_HISTORY_TEXTS).toReversed().map(writeLine);
  try {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  } catch {
    // A chat works without its history, so a file that cannot be written is no reason to fail.
  }
}

/** A text of several lines, or one that looks like it, stands as a JSON string. */
function writeLine(text: string): string {
  return text.includes('\n') || text.startsWith('"') ? JSON.stringify(text) : text;
}

function readLine(line: string): string {
  if (!line.startsWith('"')) return line;
  try {
    return String(JSON.parse(line));
  } catch {
    return line;
  }
}
