import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { usageError } from '../program/command-error.js';
import { describeError } from '../program/describe-error.js';
import { findPackageFolder } from '../program/package-folder.js';
import { writeAssistantChats } from './chats/write-chats.js';
import type { RecallSet } from './recall-sets.js';

/** A line that is not blank. */
interface SourceLine {
  readonly text: string;
  /** As errors name it: `Line 3`, with the file if there are several. */
  readonly place: string;
  readonly number: number;
}

/** Reads lines of a file, of standard input for `-`, or of a set of the package. Rejects when they cannot be read. */
export async function* readSourceLines(input: ReadSourceInput): AsyncGenerator<SourceLine> {
  let number = 0;
  for (const { open, prefix } of await listSources(input)) {
    let at = 0;
    for await (const text of open()) {
      at += 1;
      if (text.trim() === '') continue;
      number += 1;
      yield { text: at === 1 ? text.replace(/^\uFEFF/, '') : text, place: `${prefix}Line ${at}`, number };
    }
  }
}

interface ReadSourceInput {
  path: string | undefined;
  set: RecallSet;
  standardInput?: Readable;
}

interface Source {
  open: () => AsyncIterable<string> | Iterable<string>;
  prefix: string;
}

async function listSources({ path, set, standardInput = process.stdin }: ReadSourceInput): Promise<Source[]> {
  if (path === '-') return [{ open: () => readLines(standardInput), prefix: '' }];
  if (path !== undefined) return [{ open: () => readFileLines(path), prefix: '' }];
  const folder = join(findPackageFolder(), 'data', 'recall');
  if (set !== 'people') return [{ open: () => writeAssistantChats(folder, set), prefix: `${set}: ` }];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  return names.map((name) => ({
    open: () => readLines(createReadStream(join(folder, name))),
    prefix: `${name}: `,
  }));
}

function readLines(input: Readable): AsyncIterable<string> {
  return createInterface({ input, crlfDelay: Infinity });
}

/** The system's message about a folder names neither it nor the remedy. */
async function* readFileLines(path: string): AsyncGenerator<string> {
  const lines = readLines(createReadStream(path));
  try {
    yield* lines;
  } catch (error) {
    throw usageError(
      `File '${path}' cannot be read (${describeError(error)}): name a file with one conversation a line`,
    );
  }
}
