import { describe, expect, test } from 'vitest';
import { explainManifest } from '../../../context/explain/explain-manifest.js';
import type { ExplainRows } from '../../../context/sent/explain-rows.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';

const MANIFEST: ContextManifest = {
  policy: 1,
  grammar: 'openai-chat',
  window: 10_000,
  reserve: 2_500,
  systemTokens: 560,
  toolTokens: 0,
  budget: 6_940,
  tokens: 500,
  system: 'hash-of-system',
  tools: null,
  pointers: [],
  request: 'none',
  sent: [
    { from: 'ancestor', text: 'hash-of-ancestor', depth: 0, ordinal: 2, coversThrough: 6, tokens: 60 },
    { from: 'anchor', text: 'hash-of-anchor', depth: 0, seq: 9, tokens: 40 },
    { from: 'summary', ordinal: 3, coversThrough: 10, heading: 'hash-of-heading', tokens: 90 },
    { from: 'passages', passages: [4, [7, 800, 1_600]], tokens: 150 },
    { from: 'conversation', first: 11, last: 13, tokens: 500 },
    {
      from: 'directive',
      text: 'hash-of-directive',
      base: { ordinal: 3, coversThrough: 10 },
      coversThrough: 13,
      budget: 500,
      key: 'a1b2c3',
      tokens: 120,
    },
  ],
  placeholders: [{ seq: 11, text: 'hash-of-placeholder', tokens: 70 }],
  left: [
    { from: 'conversation', first: 1, last: 2, count: 2, tokens: 20, rule: 'cleared' },
    { from: 'conversation', first: 3, last: 10, count: 8, tokens: 2_000, rule: 'covered-by-summary' },
    { from: 'conversation', first: 11, last: 11, count: 1, tokens: 830, rule: 'placeholder' },
  ],
};

const ROWS: ExplainRows = {
  thread: [
    { seq: 4, role: 'user', tokens: 40, text: 'The boat is green.' },
    { seq: 7, role: 'assistant', tokens: 400, text: 'A long story.' },
    { seq: 11, role: 'user', tokens: 900, text: 'A pasted page' },
    { seq: 12, role: 'assistant', tokens: 130, text: 'I read it.' },
    { seq: 13, role: 'user', tokens: 300, text: 'And the boat?' },
  ],
  passages: [{ seq: 7, start: 800, end: 1_600, text: 'Then the boat sank.', share: 0.25 }],
  trace: [],
  input: '',
  compactions: [],
  toolNames: new Map(),
  summaries: [{ ordinal: 3, coversFrom: 3, text: '[Topic: Boats] They like boats.' }],
  texts: new Map([
    ['hash-of-system', 'You are helpful.'],
    ['hash-of-ancestor', 'Above they spoke of the sea.'],
    ['hash-of-anchor', 'This thread hangs on: the sea'],
    ['hash-of-placeholder', '[Long text of 3600 chars]'],
    ['hash-of-directive', 'First answer the user as usual.'],
  ]),
};

describe('explainManifest of a long conversation', () => {
  test('the texts that replace older messages -> each with its name, and what the summary covers', () => {
    const { messages, warnings } = explainManifest(MANIFEST, ROWS);
    expect(messages.map(({ name, role, tokens, text }) => `${name}|${role}|${tokens}|${text}`)).toEqual([
      'summary 2 of messages 1-6 of the conversation above|system|60|Above they spoke of the sea.',
      'message 9 of the conversation above, anchor|system|40|This thread hangs on: the sea',
      'summary 3 of messages 3-10|system|90|[Topic: Boats] They like boats.',
      'message 4, found|user|40|The boat is green.',
      'part of message 7, found|assistant|100|Then the boat sank.',
      'message 11|user|70|[Long text of 3600 chars]',
      'message 12|assistant|130|I read it.',
      'message 13|user|300|And the boat?',
      'request for a summary|system|120|First answer the user as usual.',
    ]);
    expect(messages[5]!.form).toEqual({ kind: 'placeholder', leftTokens: 830 });
    expect(warnings).toEqual([]);
  });

  test('passages of one long text -> each with its own text and tokens', () => {
    const passages = [
      [7, 0, 400],
      [7, 400, 1_600],
    ] as const;
    const sent = [{ from: 'passages', passages, tokens: 150 }] as const;
    const rows = [
      { seq: 7, start: 0, end: 400, text: 'The boat sailed.', share: 0.125 },
      { seq: 7, start: 400, end: 1_600, text: 'Then the boat sank.', share: 0.25 },
    ];
    const { messages } = explainManifest({ ...MANIFEST, sent }, { ...ROWS, passages: rows });
    expect(messages.map(({ name, tokens, text }) => `${name}|${tokens}|${text}`)).toEqual([
      'part of message 7, found|50|The boat sailed.',
      'part of message 7, found|100|Then the boat sank.',
    ]);
  });

  test('passages that a rule chose -> labeled with the rule', () => {
    const named = (by: 'said' | 'many') => {
      const sent = [{ from: 'passages', passages: [4], tokens: 60, by }] as const;
      return explainManifest({ ...MANIFEST, sent }, ROWS).messages[0]?.name;
    };
    expect(named('said')).toBe('message 4, found for a question about an earlier answer');
    expect(named('many')).toBe('message 4, found for a question about several messages');
  });

  test('the window -> segments that sum to it, summaries and passages apart from the prompt', () => {
    const { segments } = explainManifest(MANIFEST, ROWS);
    expect(Object.fromEntries(segments.map(({ name, tokens }) => [name, tokens]))).toEqual({
      standing: 0,
      system: 220,
      tools: 0,
      summary: 190,
      found: 150,
      history: 200,
      'current message': 300,
      'own steps': 0,
      notes: 0,
      reserve: 2_500,
      free: 6_440,
    });
    expect(segments.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(MANIFEST.window);
  });

  test('what is omitted -> the rules in words', () => {
    const { left } = explainManifest(MANIFEST, ROWS);
    expect(left.map(({ name, words }) => `${name}: ${words}`)).toEqual([
      'messages 1-2: from before the thread was cleared',
      'messages 3-10: in the summary of the thread',
      'message 11: a long text, sent as a placeholder with its beginning',
    ]);
  });

  test('a summary that was cut for its room -> what was sent of it', () => {
    const sent = MANIFEST.sent.map((item) =>
      item.from === 'summary' ? { ...item, text: 'hash-of-cut' } : item,
    );
    const rows = { ...ROWS, texts: new Map([...ROWS.texts, ['hash-of-cut', '[Topic: Boats]']]) };
    const summary = explainManifest({ ...MANIFEST, sent }, rows).messages[2]!;
    expect(summary).toMatchObject({ name: 'summary 3 of messages 3-10', text: '[Topic: Boats]' });
  });

  test('a summary whose row is deleted -> still listed in its place', () => {
    const { messages } = explainManifest(MANIFEST, { ...ROWS, summaries: [] });
    expect(messages[2]).toMatchObject({ name: 'summary 3 of messages 1-10', text: '', tokens: 90 });
  });
});
