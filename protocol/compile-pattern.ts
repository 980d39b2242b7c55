import { patternSize } from './pattern-size.js';

/** A longer pattern is a mistake or an attack. */
export const MAX_PATTERN_CHARACTERS = 1_000;
/** Limited, because each compiled instruction may run once per character. */
export const MAX_PATTERN_SIZE = 2_000;

export function compilePattern<Regex extends { programSize(): number }>(
  pattern: string,
  compile: (pattern: string) => Regex,
): Regex | 'too-long' | 'repeats-too-much' {
  if (pattern.length > MAX_PATTERN_CHARACTERS) return 'too-long';
  // Estimates the size first, because compiling 'a{1000}b{1000}…' takes seconds.
  if (patternSize(pattern) > 2 * MAX_PATTERN_SIZE) return 'repeats-too-much';
  const regex = compile(pattern);
  return regex.programSize() > MAX_PATTERN_SIZE ? 'repeats-too-much' : regex;
}
