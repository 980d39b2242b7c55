import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainManifest, RULE_WORDS, ruleWords } from '../../../context/explain/explain-manifest.js';
import type { Explanation } from '../../../context/explain/explanation.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import type { SentItem } from '../../../context/sent/sent-kinds.js';
import { MANIFEST, ROWS } from './fixtures.js';
import { LEFT_RULES } from '../../../context/message/left.js';

describe('ruleWords', () => {
  test.each(LEFT_RULES)('%s -> its own sentence, longer than its name', (rule) => {
    const words = ruleWords(rule);
    expect(words.length).toBeGreaterThan(20);
    expect(Object.values(RULE_WORDS).filter((other) => other === words)).toHaveLength(1);
  });
  test.each(['later', 'toString', '__proto__'])('a rule of another version: %s -> its name', (rule) =>
    expect(ruleWords(rule)).toBe(`by the rule '${rule}'`),
  );
});

describe('explainManifest', () => {
  test('a call with everything -> every message with its place, role, tokens, form and text', () => {
    expect(explainManifest(MANIFEST, ROWS).messages.map(toLine)).toEqual([
      'summary of messages 3-14 and step 1|system|50|whole|[Summary] we spoke of numbers',
      'message 15|user|120|whole|What is 6*7?',
      'message 16|assistant|80|whole|It is 42.',
      'message 17|user|300|cut 700|Tell ',
      'step 3|assistant|100|whole|Let me see. find({"a": 1}) read({})',
      'step 3 result 1|tool|150|pointer 9000|find: too large',
      'step 3 result 2|tool|60|pointer 1940|[stored as read-3-2.txt]',
      'step 4|assistant|150|whole|Nearly.',
      'note|user|40|whole|[Automatic note: you repeat yourself]',
    ]);
  });

  test('results with memories, one no longer stored -> the names in the others, with their places', () => {
    const memories = [
      { kind: 'fact', key: 'language' },
      { kind: 'procedure', key: 'tone' },
    ] as const;
    const trace = ROWS.trace.map((row) => (row.step === 3 && row.ordinal === 1 ? { ...row, memories } : row));
    const manifest = {
      ...MANIFEST,
      facts: [
        [3, 1],
        [9, 1],
      ],
    } as const;
    expect(explainManifest(manifest, { ...ROWS, trace }).facts).toEqual(
      memories.map((memory) => ({ ...memory, step: 3, ordinal: 1 })),
    );
    expect(explainManifest(MANIFEST, { ...ROWS, trace }).facts).toEqual([]);
  });

  test('a call with everything -> the window in segments that sum to it, the arithmetic of the manifest', () => {
    const { segments, arithmetic } = explainManifest(MANIFEST, ROWS);
    expect(segments).toEqual([
      { name: 'system', tokens: 100 },
      { name: 'tools', tokens: 200 },
      { name: 'standing', tokens: 0 },
      { name: 'summary', tokens: 50 },
      { name: 'found', tokens: 0 },
      { name: 'history', tokens: 200 },
      { name: 'current message', tokens: 300 },
      { name: 'own steps', tokens: 460 },
      { name: 'notes', tokens: 40 },
      { name: 'reserve', tokens: 2_500 },
      { name: 'free', tokens: 6_150 },
    ]);
    expect(sumOf(segments)).toBe(10_000);
    expect(arithmetic).toEqual({
      window: 10_000,
      reserve: 2_500,
      reserveFrom: 'outputLimit',
      systemTokens: 150,
      toolTokens: 200,
      budget: 7_150,
      tokens: 1_000,
      free: 6_150,
      budgetShare: 1,
      tokenFactor: 1,
      factorSource: null,
      counted: null,
      weighedClasses: [],
    });
  });

  test('omitted messages -> place and rule in words, the numbers unchanged', () => {
    const { left } = explainManifest(MANIFEST, ROWS);
    expect(left.map(({ name, count, tokens }) => [name, count, tokens])).toEqual([
      ['messages 1-14', 14, 5_000],
      ['message 17', 1, 700],
      ['step 3', 1, 1_940],
    ]);
    expect(left[0]!.words).toBe(
      'older than the newest messages that are always sent, and not covered by a summary',
    );
  });

  test('prompt and tools -> their texts and names', () => {
    expect(explainManifest(MANIFEST, ROWS)).toMatchObject({
      system: { text: 'You are helpful.' },
      tools: { names: ['find', 'read'], mayCall: true },
      warnings: ['The context window is odd'],
    });
    expect(explainManifest({ ...MANIFEST, isToolless: true }, ROWS).tools!.mayCall).toBe(false);
  });

  test('a model with a token factor -> stored counts times the factor, rounded up', () => {
    const { messages } = explainManifest({ ...MANIFEST, tokenFactor: 1.15 }, ROWS);
    expect(messages.slice(1, 3).map(({ tokens }) => tokens)).toEqual([138, 92]);
    expect(messages[5]!.form).toEqual({ kind: 'pointer', leftTokens: 10_350, rule: 'spilled' });
  });

  test('neighbors of one role that cost less when merged -> the difference is subtracted from the largest segment', () => {
    const { segments } = explainManifest({ ...MANIFEST, tokens: 996 }, ROWS);
    expect(segments.find(({ name }) => name === 'own steps')!.tokens).toBe(456);
    expect(sumOf(segments)).toBe(10_000);
  });

  test('an execution outside a conversation -> its input, cut or whole', () => {
    const cut = { head: 4, tail: 2, marker: 'm' };
    const left = [{ from: 'input', first: 0, last: 0, count: 1, tokens: 30, rule: 'cut' }] as const;
    const explained = (sent: SentItem) =>
      explainManifest({ ...MANIFEST, sent: [sent], tokens: 10, left }, { ...ROWS, input: 'Work it out' });
    expect(toLine(explained({ from: 'input', tokens: 10, cut }).messages[0]!)).toBe(
      'input|user|10|cut 30|Work',
    );
    const whole = explained({ from: 'input', tokens: 10 });
    expect(toLine(whole.messages[0]!)).toBe('input|user|10|whole|Work it out');
    expect(whole.segments.find(({ name }) => name === 'current message')!.tokens).toBe(10);
  });

  test('a message that hygiene emptied -> not shown as sent', () => {
    const rows = { ...ROWS, trace: ROWS.trace.map((row) => ({ ...row, tokens: 0 })) };
    expect(explainManifest(MANIFEST, rows).messages.map(({ name }) => name)).not.toContain('step 3');
  });

  test('deleted rows -> a warning, no failure', () => {
    const { warnings, segments } = explainManifest(MANIFEST, { ...ROWS, thread: [], texts: new Map() });
    expect(warnings).toContain('2 of the sent messages 15-16 are no longer stored');
    expect(sumOf(segments)).toBe(10_000);
  });

  test('a manifest of a later policy -> its known fields, without arithmetic', () => {
    const later = {
      policy: 2,
      system: 'hash-of-system',
      tools: null,
      sent: [
        { from: 'conversation', first: 15, last: 17 },
        { from: 'trace', first: 1, last: 1 },
        { from: 'later', first: 1, last: 2 },
      ],
      left: [{ from: 'conversation', first: 1, last: 14, count: 14, tokens: 500, rule: 'cleared' }],
      tokens: 700,
    };
    const explained = explainManifest(later, ROWS);
    expect(explained).toMatchObject({ policy: 2, isCurrentPolicy: false, arithmetic: null, segments: [] });
    expect(explained.messages.map(({ name, tokens }) => [name, tokens])).toEqual([
      ['message 15', 120],
      ['message 16', 80],
      ['message 17', 1_000],
      ['step 1', 99],
    ]);
    expect(explained.left).toMatchObject([
      { name: 'messages 1-14', words: 'from before the thread was cleared' },
    ]);
  });

  test.each([
    [null],
    ['text'],
    [{}],
    [{ policy: 3, sent: [{ from: 'later', first: 1 }, null, 7], left: [{ rule: 'new' }, {}], tools: 5 }],
    [{ policy: 2, sent: 'x', left: { length: 3 } }],
  ])('a record that cannot be understood: %j -> no explanation, no failure', (stored) => {
    expect(explainManifest(stored, ROWS)).toMatchObject({ isCurrentPolicy: false, messages: [], left: [] });
  });

  test('any manifest that we write -> the segments sum exactly to its window', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const { segments, arithmetic } = explainManifest(manifest, ROWS);
        expect(sumOf(segments)).toBe(manifest.window);
        expect(segments.at(-1)).toEqual({ name: 'free', tokens: arithmetic!.free });
      }),
    );
  });
});

const tokens = fc.nat(5_000);
const anyItem: fc.Arbitrary<SentItem> = fc.oneof(
  fc.record({
    from: fc.constant('conversation' as const),
    first: fc.constant(15),
    last: fc.constantFrom(15, 16, 17),
    tokens,
  }),
  fc.record({ from: fc.constant('input' as const), tokens }),
  fc.record({
    from: fc.constant('trace' as const),
    first: fc.constant(1),
    last: fc.constantFrom(1, 4),
    tokens,
  }),
  fc.record({ from: fc.constant('note' as const), text: fc.constant('x'), tokens }),
  fc.record({
    from: fc.constant('compaction' as const),
    step: fc.constant(2),
    text: fc.constant('x'),
    tokens,
  }),
);
const anyManifest: fc.Arbitrary<ContextManifest> = fc
  .record({
    sent: fc.array(anyItem, { maxLength: 6 }),
    window: fc.nat(200_000),
    reserve: tokens,
    systemTokens: tokens,
    toolTokens: tokens,
    tokens,
  })
  .map((facts) => ({
    ...MANIFEST,
    ...facts,
    budget: facts.window - facts.reserve - facts.systemTokens - facts.toolTokens,
  }));

function toLine({ name, role, tokens: count, form, text }: Explanation['messages'][number]): string {
  const shown = 'leftTokens' in form ? `${form.kind} ${form.leftTokens}` : form.kind;
  return [name, role, count, shown, text].join('|');
}

function sumOf(segments: Explanation['segments']): number {
  return segments.reduce((sum, segment) => sum + segment.tokens, 0);
}
