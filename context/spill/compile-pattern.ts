import { RE2JS } from 're2js';
import { errorMessage } from '../../protocol/error-message.js';
import { patternSize } from '../../protocol/pattern-size.js';

/** A longer pattern is a mistake, or meant to be expensive. */
const MAX_PATTERN_CHARACTERS = 1_000;
/** Instructions of a compiled pattern; each character of a text may cost all of them. */
const MAX_PROGRAM_SIZE = 2_000;

/** A compiled pattern, whose search takes time linear in the text, or a problem in a sentence. */
export type CompiledPattern = { regex: RE2JS } | { problem: string };

/** Compiles a regular expression of RE2's syntax; anything else gives a problem in a sentence that quotes it. */
export function compilePattern(pattern: unknown): CompiledPattern {
  if (typeof pattern !== 'string' || pattern === '')
    return { problem: 'pattern is missing; it must be a regular expression.' };
  if (pattern.length > MAX_PATTERN_CHARACTERS)
    return {
      problem: `pattern has ${pattern.length} characters; it may have ${MAX_PATTERN_CHARACTERS}.`,
    };
  const repeats = `pattern '${clip(pattern)}' repeats too much to be searched for; make it simpler.`;
  // Counted before it is compiled: 'a{1000}b{1000}…' takes seconds.
  if (patternSize(pattern) > 2 * MAX_PROGRAM_SIZE) return { problem: repeats };
  try {
    const regex = RE2JS.compile(pattern);
    return regex.programSize() <= MAX_PROGRAM_SIZE ? { regex } : { problem: repeats };
  } catch (error) {
    const reason = errorMessage(error);
    return {
      problem: `pattern '${clip(pattern)}' is no regular expression of RE2's syntax: ${clip(reason)}`,
    };
  }
}

function clip(text: string): string {
  return text.slice(0, 200).toWellFormed();
}
