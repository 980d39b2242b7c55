import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { findPackageFolder } from '../program/package-folder.js';

/** A line that is not blank, and its place. */
interface SourceLine {
  readonly text: string;
  /** Its place as an error names it: `Line 3`, with the file where there are several. */
  readonly place: string;
  /** Its number among the lines that are not blank, from 1. */
  readonly number: number;
}

/** Reads the lines of a file, of standard input for `-`, or of the set that comes with the package. Rejects when they cannot be read. */
export async function* readSourceLines(
  path: string | undefined,
  standardInput: Readable = process.stdin,
): AsyncGenerator<SourceLine> {
  let number = 0;
  for (const { open, prefix } of await listSources(path, standardInput)) {
    let at = 0;
    for await (const text of createInterface({ input: open(), crlfDelay: Infinity })) {
      at += 1;
      if (text.trim() === '') continue;
      number += 1;
      yield { text: at === 1 ? text.replace(/^\uFEFF/, '') : text, place: `${prefix}Line ${at}`, number };
    }
  }
}

interface Source {
  open: () => Readable;
  prefix: string;
}

async function listSources(path: string | undefined, standardInput: Readable): Promise<Source[]> {
  if (path === '-') return [{ open: () => standardInput, prefix: '' }];
  if (path !== undefined) return [{ open: () => createReadStream(path), prefix: '' }];
  const folder = join(findPackageFolder(), 'data', 'recall');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  return names.map((name) => ({ open: () => createReadStream(join(folder, name)), prefix: `${name}: ` }));
}
