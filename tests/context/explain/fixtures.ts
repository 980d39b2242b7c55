import type { ExplainRows } from '../../../context/sent/explain-rows.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';

export const MANIFEST: ContextManifest = {
  policy: 1,
  grammar: 'openai-chat',
  window: 10_000,
  reserve: 2_500,
  reserveFrom: 'outputLimit',
  systemTokens: 150,
  toolTokens: 200,
  budget: 7_150,
  tokens: 1_000,
  system: 'hash-of-system',
  tools: 'hash-of-tools',
  sent: [
    { from: 'compaction', step: 2, text: 'hash-of-summary', tokens: 50 },
    { from: 'conversation', first: 15, last: 16, tokens: 200 },
    {
      from: 'conversation',
      first: 17,
      last: 17,
      tokens: 300,
      cut: { head: 5, tail: 5, marker: 'hash-of-marker' },
    },
    { from: 'trace', first: 3, last: 4, tokens: 460 },
    { from: 'note', text: 'hash-of-note', tokens: 40 },
  ],
  pointers: [{ step: 3, ordinal: 2, text: 'hash-of-pointer', tokens: 60, rule: 'evicted' }],
  left: [
    { from: 'conversation', first: 1, last: 14, count: 14, tokens: 5_000, rule: 'window' },
    { from: 'conversation', first: 17, last: 17, count: 1, tokens: 700, rule: 'cut' },
    { from: 'trace', first: 3, last: 3, count: 1, tokens: 1_940, rule: 'evicted' },
  ],
  warnings: ['The context window is odd'],
  request: 'hash-of-request',
};

export const ROWS: ExplainRows = {
  thread: [
    { seq: 14, role: 'assistant', tokens: 10, text: 'not sent' },
    { seq: 15, role: 'user', tokens: 120, text: 'What is 6*7?' },
    { seq: 16, role: 'assistant', tokens: 80, text: 'It is 42.' },
    { seq: 17, role: 'user', tokens: 1_000, text: 'Tell me everything about it' },
  ],
  passages: [],
  trace: [
    row({ step: 1, ordinal: 0, tokens: 99 }),
    {
      ...row({ step: 3, ordinal: 0, tokens: 100 }),
      parts: [
        { type: 'text', name: null, text: 'Let me see.', isError: false },
        { type: 'tool-call', name: 'find', text: '{"a": 1}', isError: false },
        { type: 'tool-call', name: 'read', text: '{}', isError: false },
      ],
    },
    {
      ...row({ step: 3, ordinal: 1, tokens: 150 }),
      spilledTokens: 9_000,
      parts: [{ type: 'tool-result', name: 'find', text: 'too large', isError: false }],
    },
    {
      ...row({ step: 3, ordinal: 2, tokens: 2_000 }),
      parts: [{ type: 'tool-result', name: 'read', text: 'page', isError: false }],
    },
    {
      ...row({ step: 4, ordinal: 0, tokens: 150 }),
      parts: [{ type: 'text', name: null, text: 'Nearly.', isError: false }],
    },
  ],
  input: '',
  summaries: [],
  compactions: [{ step: 2, firstSeq: 3, throughSeq: 14, throughStep: 1 }],
  texts: new Map([
    ['hash-of-system', 'You are helpful.'],
    ['hash-of-summary', '[Summary] we spoke of numbers'],
    ['hash-of-pointer', '[stored as read-3-2.txt]'],
    ['hash-of-note', '[Automatic note: you repeat yourself]'],
  ]),
  toolNames: new Map([['hash-of-tools', ['find', 'read']]]),
};

function row({ step, ordinal, tokens }: { step: number; ordinal: number; tokens: number }) {
  const role = ordinal === 0 ? ('assistant' as const) : ('tool' as const);
  return { step, ordinal, role, tokens, spilledTokens: 0, parts: [] };
}
