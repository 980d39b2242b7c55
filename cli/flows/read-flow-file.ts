import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError } from '../program/describe-error.js';
import { CommandError, usageError } from '../program/command-error.js';
import { readText } from '../input/read-text.js';

/** Reads a JSON definition from a file, or standard input for `-`, without `$schema`. Throws a sentence. */
export async function readFlowFile(path: string): Promise<unknown> {
  const text = await readText(path === '-' ? { kind: 'stdin' } : { kind: 'file', path });
  const value = parse(text, path === '-' ? 'Standard input' : `File '${path}'`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $schema: _schema, ...definition } = value as Record<string, unknown>;
  return definition;
}

/**
 * The sorted JSON files in a folder. Absent if the path is not a folder. Throws a sentence if the folder has
 * none.
 */
export async function listFlowFiles(path: string): Promise<readonly string[] | undefined> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return undefined;
  const names = (await readdir(path)).filter((name) => name.endsWith('.json')).sort();
  if (names.length > 0) return names.map((name) => join(path, name));
  throw usageError(`Folder '${path}' has no JSON files: name a file or a folder of flows`);
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new CommandError(`${name} is not JSON (${describeError(cause)}): give a flow as JSON`, { cause });
  }
}
