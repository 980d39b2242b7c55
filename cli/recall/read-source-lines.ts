import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { usageError } from '../program/command-error.js';
import { describeError } from '../program/describe-error.js';

interface SourceLine {
  readonly text: string;
  /** From 1, counting blank lines. */
  readonly line: number;
  /** From 1, without blank lines. */
  readonly number: number;
}

interface ReadSourceInput {
  /** `-` is standard input. */
  path: string;
  standardInput: Readable;
}

export async function* readSourceLines(input: ReadSourceInput): AsyncGenerator<SourceLine> {
  let line = 0;
  let number = 0;
  for await (const text of openLines(input)) {
    line += 1;
    if (text.trim() === '') continue;
    number += 1;
    yield { text: line === 1 ? text.replace(/^\uFEFF/, '') : text, line, number };
  }
}

async function* openLines({ path, standardInput }: ReadSourceInput): AsyncGenerator<string> {
  const input = path === '-' ? standardInput : createReadStream(path);
  try {
    yield* createInterface({ input, crlfDelay: Infinity });
  } catch (error) {
    if (path === '-') throw error;
    // The system's error names neither the folder nor the fix.
    throw usageError(
      `File '${path}' cannot be read (${describeError(error)}): name a file with one conversation a line`,
    );
  }
}
