import type { RE2JS } from 're2js';
import { compilePattern } from '../values/linear-pattern.js';

export const MAX_SEARCHED = 10_000;

/** Searches the first 10,000 characters in linear time. Undefined for an unusable pattern. */
export function matchesPattern(text: string, pattern: string): boolean | undefined {
  return compile(pattern)?.matcher(text.slice(0, MAX_SEARCHED)).find();
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return compilePattern(pattern);
  } catch {
    return undefined;
  }
}
