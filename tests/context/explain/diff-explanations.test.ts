import { describe, expect, test } from 'vitest';
import { diffExplanations } from '../../../context/explain/diff-explanations.js';
import { explainManifest } from '../../../context/explain/explain-manifest.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import type { SentItem } from '../../../context/sent/sent-kinds.js';
import { MANIFEST, ROWS } from './fixtures.js';

const FIRST = explain({});

describe('diffExplanations', () => {
  test('a call with itself -> no differences', () => {
    expect(diffExplanations({ first: FIRST, second: explain({}) })).toEqual({
      arithmetic: [],
      isSystemChanged: false,
      tools: { isChanged: false, onlyInFirst: [], onlyInSecond: [] },
      messages: { onlyInFirst: [], onlyInSecond: [], changed: [], same: FIRST.messages.length },
      left: { onlyInFirst: [], onlyInSecond: [], changed: [] },
    });
  });

  test('another window and fewer tokens -> only the figures that differ', () => {
    const second = explain({ window: 12_000, budget: 9_150, tokens: 900 });
    expect(diffExplanations({ first: FIRST, second }).arithmetic).toEqual([
      { name: 'window', first: 10_000, second: 12_000 },
      { name: 'budget', first: 7_150, second: 9_150 },
      { name: 'tokens', first: 1_000, second: 900 },
      { name: 'free', first: 6_150, second: 8_250 },
    ]);
  });

  test('messages removed and added, a pointer instead of a result -> each listed under its kind of change', () => {
    const second = explain({
      sent: MANIFEST.sent.flatMap((item): SentItem[] =>
        item.from === 'conversation' && item.first === 15
          ? [{ from: 'conversation', first: 14, last: 15, tokens: 130 }]
          : [item],
      ),
      pointers: [],
    });
    const { messages } = diffExplanations({ first: FIRST, second });
    expect(messages.onlyInFirst.map(({ name }) => name)).toEqual(['message 16']);
    expect(messages.onlyInSecond.map(({ name }) => name)).toEqual(['message 14']);
    expect(messages.changed).toMatchObject([
      { first: { name: 'step 3 result 2', form: { kind: 'pointer' } }, second: { form: { kind: 'whole' } } },
    ]);
    expect(messages.same).toBe(FIRST.messages.length - 2);
  });

  test('a range that grew, one that was removed, one that is new -> each listed under its kind of change', () => {
    const [window, cut] = MANIFEST.left;
    const second = explain({
      left: [
        { ...window!, last: 13, count: 13 },
        cut!,
        { from: 'conversation', first: 2, last: 3, count: 2, tokens: 9, rule: 'budget' },
      ],
    });
    const { left } = diffExplanations({ first: FIRST, second });
    expect(left.onlyInFirst).toMatchObject([{ rule: 'evicted' }]);
    expect(left.onlyInSecond).toMatchObject([{ rule: 'budget' }]);
    expect(left.changed).toMatchObject([{ first: { last: 14 }, second: { last: 13 } }]);
  });

  test('other tools and another prompt -> named', () => {
    const rows = { ...ROWS, toolNames: new Map([['other', ['read', 'write']]]) };
    const second = explainManifest({ ...MANIFEST, tools: 'other', system: null }, rows);
    expect(diffExplanations({ first: FIRST, second })).toMatchObject({
      isSystemChanged: true,
      tools: { isChanged: true, onlyInFirst: ['find'], onlyInSecond: ['write'] },
    });
  });

  test('calls of two executions of a conversation -> messages are the same, steps are not', () => {
    const { messages } = diffExplanations({ first: FIRST, second: explain({}), sharesSteps: false });
    expect(messages.same).toBe(3);
    expect(messages.onlyInFirst.map(({ name }) => name)).toEqual(
      messages.onlyInSecond.map(({ name }) => name),
    );
    expect(messages.onlyInFirst).toHaveLength(FIRST.messages.length - 3);
  });

  test('a thread that was closed and begun again -> other messages at the same places', () => {
    const thread = ROWS.thread.map((row) => ({ ...row, text: `again ${row.seq}` }));
    const second = explainManifest(MANIFEST, { ...ROWS, thread });
    const { messages } = diffExplanations({ first: FIRST, second });
    expect(messages.onlyInSecond.map(({ name }) => name)).toEqual(['message 15', 'message 16', 'message 17']);
  });

  test.each(['note', 'schema'] as const)('another %s of the same size -> each is listed', (from) => {
    const sent = (text: string) => [
      ...MANIFEST.sent.filter((item) => item.from !== from),
      { from, text, tokens: 5 },
    ];
    const { messages } = diffExplanations({
      first: explain({ sent: sent('hash-of-note') }),
      second: explain({ sent: sent('hash-of-system') }),
    });
    expect(messages.onlyInFirst.map(({ place }) => place.from)).toEqual([from]);
    expect(messages.onlyInSecond.map(({ place }) => place.from)).toEqual([from]);
  });

  test('a call of another policy -> its figures are unknown', () => {
    const second = explainManifest({ policy: 2, sent: [], left: [] }, ROWS);
    expect(diffExplanations({ first: FIRST, second }).arithmetic).toContainEqual({
      name: 'window',
      first: 10_000,
      second: null,
    });
  });
});

function explain(changes: Partial<ContextManifest>) {
  return explainManifest({ ...MANIFEST, ...changes }, ROWS);
}
