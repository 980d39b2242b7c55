import { RE2JS } from 're2js';

const MAX_PATTERN_CHARACTERS = 1_000;
/** Instructions of a compiled pattern; each may cost once a character. */
const MAX_PROGRAM_SIZE = 2_000;
/** UTF-16 units of a text that are searched. */
const MAX_SEARCHED = 10_000;

/** The last pattern: a filter asks for the same one once an item. */
let latest: { pattern: string; regex: RE2JS | undefined } | undefined;

/**
 * Whether a regular expression of RE2's syntax is found in the first 10,000 characters of a text, in linear time.
 * Undefined for what is no pattern, or one too large to be searched for.
 */
export function findPattern(text: string, pattern: string): boolean | undefined {
  if (latest?.pattern !== pattern) latest = { pattern, regex: compile(pattern) };
  return latest.regex?.matcher(text.slice(0, MAX_SEARCHED)).find();
}

function compile(pattern: string): RE2JS | undefined {
  if (pattern.length > MAX_PATTERN_CHARACTERS) return undefined;
  try {
    const regex = RE2JS.compile(pattern);
    return regex.programSize() <= MAX_PROGRAM_SIZE ? regex : undefined;
  } catch {
    return undefined;
  }
}
