import { RE2JS } from 're2js';
import { compilePattern as compileBounded } from '../../protocol/compile-pattern.js';

/** Cached, because all items of a list use the same patterns. */
const MAX_COMPILED_SIZE = 16_000;

const compiled = new Map<string, RE2JS>();
let compiledSize = 0;

/** Throws if the pattern is invalid or too large. */
export function compilePattern(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  const regex = compileBounded(pattern, (source) => RE2JS.compile(source));
  if (regex === 'too-long') throw new Error('The pattern is too long');
  if (regex === 'repeats-too-much') throw new Error('The pattern repeats too much');
  compiled.set(pattern, regex);
  compiledSize += regex.programSize();
  for (const [oldest, kept] of compiled) {
    if (compiledSize <= MAX_COMPILED_SIZE) break;
    compiled.delete(oldest);
    compiledSize -= kept.programSize();
  }
  return regex;
}
