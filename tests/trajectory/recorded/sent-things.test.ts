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
      'passages of messages 3, 5',
      { sent: 'passages', step: 7 },
    ],
    [
      'one message',
      { from: 'passages', passages: [3], tokens: 9 },
      'passage of message 3',
      { sent: 'passages', step: 7 },
    ],
    [
      'messages of the conversation above',
      { from: 'found-above', places: [[0, 3], [0, 4]], ...sent }, // prettier-ignore
      'passages of messages 3, 4 of the conversation above',
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
    [
      'a summary that was cut',
      { from: 'summary', ordinal: 2, coversThrough: 20, heading: 'heading', text: 'hash', tokens: 9 },
      'summary 2, through message 20, cut',
      { text: 'hash' },
    ],
    ['a compaction', { from: 'compaction', step: 4, ...sent }, 'summary before step 4', { text: 'hash' }],
    [
      'two requests of one message',
      { from: 'standing', requests: [[1, 0, 4], [1, 1, 4]], tokens: 8 }, // prettier-ignore
      'standing request of message 1',
      { sent: 'standing', step: 7 },
    ],
    [
      'requests of the thread and of threads above',
      { from: 'standing', requests: [[1, 0, 4, 1], [4, 0, 4, 0], [1, 0, 4, 0], [2, 0, 4]], tokens: 8 }, // prettier-ignore
      'standing requests of message 2 and messages 1, 4 of the conversation above and message 1 of the thread above, 1 below the conversation',
      { sent: 'standing', step: 7 },
    ],
  ];

  test.each(cases)('%s -> one name, and a reference to the text', (_what, item, name, content) => {
    const thing = describeSent(item, 7);
    expect(thing).toMatchObject({ type: 'Knowledge', name, attributes: { content } });
    expect(readReference(thing!.attributes!)).toEqual(content);
  });

  test('hundreds of passages -> a name that fits an index, and cuts no number', () => {
    for (const first of [1, 12, 123, 1_234, 12_345]) {
      const passages = Array.from({ length: 500 }, (_, at) => first + at);
      const { name } = describeSent({ from: 'passages', passages, tokens: 9 }, 7)!;
      expect(name.length).toBeLessThan(1_000);
      const [, numbers = '', left = ''] = /^passages of messages (.*) and (\d+) more$/.exec(name) ?? [];
      const shown = numbers.split(', ').map(Number);
      expect(shown).toEqual(passages.slice(0, shown.length));
      expect(shown.length + Number(left)).toBe(500);
    }
  });

  test('a text of the node -> no thing', () => {
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
