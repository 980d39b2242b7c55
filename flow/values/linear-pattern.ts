import { RE2JS } from 're2js';
import { patternSize } from '../../protocol/pattern-size.js';

const MAX_PATTERN_CHARACTERS = 1_000;
/** Each instruction may run once per character, and takes up to 20 µs to compile. */
const MAX_PATTERN_SIZE = 2_000;
/** A list's items repeat patterns, so they are cached. */
const MAX_COMPILED_SIZE = 16_000;

const compiled = new Map<string, RE2JS>();
let compiledSize = 0;

/** Throws for an invalid or too large pattern. */
export function compilePattern(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (pattern.length > MAX_PATTERN_CHARACTERS) throw new Error('The pattern is too long');
  // Before compiling: 'a{1000}b{1000}…' takes seconds.
  if (patternSize(pattern) > 2 * MAX_PATTERN_SIZE) throw new Error('The pattern repeats too much');
  const regex = RE2JS.compile(pattern);
  if (regex.programSize() > MAX_PATTERN_SIZE) throw new Error('The pattern repeats too much');
  compiled.set(pattern, regex);
  compiledSize += regex.programSize();
  for (const [oldest, kept] of compiled) {
    if (compiledSize <= MAX_COMPILED_SIZE) break;
    compiled.delete(oldest);
    compiledSize -= kept.programSize();
  }
  return regex;
}
