import type { RE2JS } from 're2js';
import { compilePattern } from '../values/linear-pattern.js';

/** UTF-16 units of a text that are searched. */
const MAX_SEARCHED = 10_000;

/**
 * Whether a regular expression of RE2's syntax is found in the first 10,000 characters of a text, in linear time.
 * Undefined for what is no pattern, or one too large to be searched for.
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
