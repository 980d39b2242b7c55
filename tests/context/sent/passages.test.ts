import { describe, expect, test } from 'vitest';
import type { RenderFacts } from '../../../context/sent/kind.js';
import { passages, type SentPassages } from '../../../context/sent/passages.js';
import { passageRow } from '../retrieval/rows.js';

const FOUND = [{ ...passageRow(2, { role: 'assistant' }), text: 'Twelve ar', isBrokenOff: true }];
const facts = {
  sources: { passages: FOUND, text: (hash: string) => `text of ${hash}` },
} as unknown as RenderFacts;
const item: SentPassages = { from: 'passages', passages: [2], tokens: 9 };

describe('the passages of a stored manifest', () => {
  test('passages with a mark -> its words follow a passage that ends where an answer was cut off', () => {
    expect(rendered({ ...item, mark: 'hash' })).toContain('AI: Twelve ar\ntext of hash\n');
    expect(passages.need({ ...item, mark: 'hash' })).toEqual({ quotes: [2], shared: ['hash'] });
  });

  test('passages without a mark -> nothing follows it', () => {
    expect(rendered(item).split('\n').at(-2)).toBe('AI: Twelve ar');
  });
});

function rendered(of: SentPassages): string {
  const [message] = passages.render(of, facts);
  return String(message?.content);
}
