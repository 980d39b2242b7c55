import { usageError } from '../program/command-error.js';

export function parseJson(text: string, { source, example }: { source: string; example: string }): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`The settings in ${source} are not JSON: pass an object like ${example}`);
  }
}
