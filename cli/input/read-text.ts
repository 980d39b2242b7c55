import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { describeError } from '../program/describe-error.js';
import { usageError } from '../program/command-error.js';

type TextSource = { kind: 'text'; text: string } | { kind: 'stdin' } | { kind: 'file'; path: string };

/** `-` is standard input, `@path` a file. */
export function textSource(argument: string, { allowFile = false } = {}): TextSource {
  if (argument === '-') return { kind: 'stdin' };
  if (allowFile && argument.startsWith('@')) return { kind: 'file', path: argument.slice(1) };
  return { kind: 'text', text: argument };
}

export async function readText(source: TextSource): Promise<string> {
  switch (source.kind) {
    case 'text':
      return source.text;
    case 'stdin':
      return withoutLastNewline(await readAll(process.stdin));
    case 'file':
      try {
        return withoutLastNewline(await readFile(source.path, 'utf8'));
      } catch (error) {
        throw usageError(`File '${source.path}' cannot be read (${describeError(error)}): name another one`);
      }
  }
}

function withoutLastNewline(text: string): string {
  return text.replace(/\r?\n$/, '');
}
