import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CountedText {
  readonly name: string;
  readonly text: string;
  readonly counts: Readonly<Record<string, number>>;
}

const FILE = join(import.meta.dirname, 'token-counts.json');

export function readTokenCounts(): CountedText[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as CountedText[];
}

export function writeTokenCounts(texts: readonly CountedText[]): void {
  writeFileSync(FILE, `${JSON.stringify(texts, null, 2)}\n`);
}
