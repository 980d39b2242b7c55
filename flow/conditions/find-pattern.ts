import type { RE2JS } from 're2js';
import { compilePattern } from '../values/linear-pattern.js';

/** UTF-16 units of a text to search. */
const MAX_SEARCHED = 10_000;

/**
 * Searches the first 10,000 characters for an RE2 pattern, in linear time. Returns undefined for a pattern
 * that is invalid or too large.
 */
export function findPattern(text: string, pattern: string): boolean | undefined {
  return compile(pattern)?.matcher(text.slice(0, MAX_SEARCHED)).find();
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return compilePattern(pattern);
  } catch {
    return undefined;
  }
}
