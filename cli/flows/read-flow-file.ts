import { describeError } from '../program/describe-error.js';
import { CommandError } from '../program/command-error.js';
import { readText } from '../input/read-text.js';

/** Reads a definition as JSON from a file, or from standard input by `-`, without `$schema`. Throws a sentence. */
export async function readFlowFile(path: string): Promise<unknown> {
  const text = await readText(path === '-' ? { kind: 'stdin' } : { kind: 'file', path });
  const value = parse(text, path === '-' ? 'Standard input' : `File '${path}'`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $schema: _schema, ...definition } = value as Record<string, unknown>;
  return definition;
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new CommandError(`${name} is not JSON (${describeError(cause)}): give a flow as JSON`, { cause });
  }
}
