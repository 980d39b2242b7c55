import { describe, expect, test } from 'vitest';
import type { SentItem } from '../../../context/sent/sent-kinds.js';
import { readReference } from '../../../trajectory/recorded/knowledge-reference.js';
import { describeSent } from '../../../trajectory/recorded/sent-things.js';

const sent = { text: 'hash', tokens: 9 };

describe('describeSent', () => {
  const cases: [string, SentItem, string, unknown][] = [
    [
      'a message, and two parts of an earlier one',
      { from: 'passages', passages: [5, [3, 0, 10], [3, 20, 30]], tokens: 9 }, // prettier-ignore
      'messages 3, 5',
      { sent: 'passages', step: 7 },
    ],
    [
      'messages of the conversation above',
      { from: 'found-above', places: [[0, 3], [0, 4]], ...sent }, // prettier-ignore
      'messages 3, 4 of the conversation above, found',
      { text: 'hash' },
    ],
    [
      'the summary of the conversation above',
      { from: 'ancestor', depth: 0, ordinal: 2, coversThrough: 20, ...sent },
      'summary 2 of messages 1-20 of the conversation above',
      { text: 'hash' },
    ],
    [
      'a summary',
      { from: 'summary', ordinal: 2, coversThrough: 20, heading: 'hash', tokens: 9 },
      'summary 2, through message 20',
      { summary: 2 },
    ],
    ['a compaction', { from: 'compaction', step: 4, ...sent }, 'summary before step 4', { text: 'hash' }],
    [
      'two requests of one message',
      { from: 'standing', requests: [[1, 0, 4], [1, 1, 4]], tokens: 8 }, // prettier-ignore
      'standing request of message 1',
      { sent: 'standing', step: 7 },
    ],
  ];

  test.each(cases)('%s -> one name, and a reference to the text', (_what, item, name, content) => {
    const thing = describeSent(item, 7);
    expect(thing).toMatchObject({ type: 'Knowledge', name, attributes: { content } });
    expect(readReference(thing!.attributes!)).toEqual(content);
  });

  test('a hundred passages -> a name that fits an index', () => {
    const passages = Array.from({ length: 500 }, (_, seq) => seq);
    expect(describeSent({ from: 'passages', passages, tokens: 9 }, 7)!.name.length).toBeLessThan(1_000);
  });

  test('a text of the node -> nothing', () => {
    expect(describeSent({ from: 'prompt', ...sent } as SentItem, 7)).toBeUndefined();
  });
});

describe('readReference', () => {
  test.each([
    [{ knowledgeType: 'fact', content: { message: 3 } }],
    [{ knowledgeType: 'passage', content: 'message 3' }],
    [{ knowledgeType: 'passage', content: { message: 3, note: 'own' } }],
    [null],
  ])("a tool's own knowledge %j -> no reference", (attributes) => {
    expect(readReference(attributes)).toBeUndefined();
  });
});
