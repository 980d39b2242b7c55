import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { TYPED_HISTORY_TEXTS } from '../terminal/typed-history.js';

/** 500 longer texts would need much space. */
const LONGEST_CHARACTERS = 10_000;

export function loadInputHistory(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(readLine).reverse();
  } catch {
    return [];
  }
}

export function saveInputHistory(file: string, newestFirst: readonly string[]): void {
  if (!existsSync(dirname(file))) return;
  const texts = newestFirst.filter((text) => text.length <= LONGEST_CHARACTERS);
  const lines = texts.slice(0, TYPED_HISTORY_TEXTS).toReversed().map(writeLine);
  try {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  } catch {
    // A chat also works without its history.
  }
}

/** Stores several lines, or what looks like JSON, as a JSON string. */
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
