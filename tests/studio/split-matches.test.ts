import { describe, expect, test } from 'vitest';
import { splitMatches } from '../../packages/studio/parts/split-matches.js';

describe('splitMatches', () => {
  test.each([
    ['Rome is old', 'rome', ['[Rome]', ' is old']],
    ['We ship on Mondays', 'monday ship', ['We ', '[ship]', ' on ', '[Mondays]']],
    ['Chrome is new', 'rome', ['Chrome is new']],
    ['Was kostet ein Käse?', 'käse', ['Was kostet ein ', '[Käse]', '?']],
    ['a (b)', '(?', ['a (b)']],
  ])("'%s' searched by '%s' -> %s", (text, words, parts) => {
    const marked = splitMatches(text, words).map((part) => (part.isMatch ? `[${part.text}]` : part.text));
    expect(marked).toEqual(parts);
  });

  test('a match far in a text -> begins shortly before it', () => {
    const [before, match] = splitMatches(`${'so '.repeat(200)}Rome`, 'Rome');
    expect(before?.text).toMatch(/^….{60}$/);
    expect(match).toEqual({ text: 'Rome', isMatch: true });
  });
});
