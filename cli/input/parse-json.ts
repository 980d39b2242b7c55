import { usageError } from '../program/command-error.js';

/** Parses settings that are JSON. Throws a sentence that names `source`, and shows an object as they are wanted. */
export function parseJson(text: string, { source, example }: { source: string; example: string }): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`The settings in ${source} are no JSON: give an object like ${example}`);
  }
}
