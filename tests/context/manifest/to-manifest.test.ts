import { describe, expect, test } from 'vitest';
import type { ThreadText, TraceEntry } from '../../../context/sent/sources.js';
import type { ToolOutput } from '../../../context/message/entries.js';
import { toManifest } from '../../../context/manifest/to-manifest.js';
import { assistant, call, result, toEntries, tool, user, words } from '../messages.js';
import { planRows } from '../plan-rows.js';

describe('toManifest', () => {
  test('a thread and steps, all sent -> one range each', () => {
    const rows = { thread: threadOf(5), trace: traceOf([3, 3, 3]) };
    const { manifest, plan } = planRows(rows, { budget: 5_000 });
    expect(manifest.sent).toEqual([
      { from: 'conversation', first: 1, last: 5, tokens: 5 * 14 },
      { from: 'trace', first: 1, last: 3, tokens: plan.tokens - 5 * 14 },
    ]);
    expect(manifest).toMatchObject({ pointers: undefined, left: [] });
  });

  test.each([11, 101, 1_001])('a thread of %i messages that does not fit -> two ranges', (messages) => {
    const { manifest } = planRows({ thread: threadOf(messages), trace: [] }, { budget: 5 * 14 });
    const first = messages - 4;
    expect(manifest.sent).toEqual([{ from: 'conversation', first, last: messages, tokens: 5 * 14 }]);
    expect(manifest.left).toEqual([
      {
        from: 'conversation',
        first: 1,
        last: first - 1,
        count: first - 1,
        tokens: (first - 1) * 14,
        rule: 'budget',
      },
    ]);
  });

  test.each([10, 100])('%i steps that do not fit -> a single range', (steps) => {
    const rows = { thread: threadOf(1), trace: traceOf(Array<number>(steps).fill(20)) };
    const { manifest, plan } = planRows(rows, { budget: 120 });
    expect(manifest.sent).toMatchObject([
      { from: 'conversation', first: 1, last: 1 },
      { from: 'trace', last: steps },
    ]);
    expect(manifest.left).toHaveLength(1);
    expect(manifest.left[0]).toMatchObject({ from: 'trace', first: 1, rule: 'budget' });
    const leftTokens = plan.left.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(manifest.left[0]?.tokens).toBe(leftTokens);
    expect(manifest.left[0]?.count).toBe(2 * (manifest.left[0]?.last ?? 0));
  });

  test('messages omitted here and there by one rule -> a range for each run of neighbours', () => {
    const left = [1, 2, 5, 6, 9].map((index) => ({ index, rule: 'hygiene' as const, tokens: 10 }));
    const references = Array.from({ length: 10 }, (_, seq) => ({ from: 'conversation' as const, seq }));
    const manifest = toManifest({ ...NOTHING, plan: { entries: [], left }, references });
    expect(manifest.left).toEqual([
      { from: 'conversation', first: 1, last: 2, count: 2, tokens: 20, rule: 'hygiene' },
      { from: 'conversation', first: 5, last: 6, count: 2, tokens: 20, rule: 'hygiene' },
      { from: 'conversation', first: 9, last: 9, count: 1, tokens: 10, rule: 'hygiene' },
    ]);
  });

  test('two rules in turn -> a range for each rule', () => {
    const rules = ['hygiene', 'budget'] as const;
    const left = [1, 2, 3].flatMap((index) => rules.map((rule) => ({ index, rule, tokens: 5 })));
    const references = Array.from({ length: 4 }, (_, seq) => ({ from: 'conversation' as const, seq }));
    const manifest = toManifest({ ...NOTHING, plan: { entries: [], left }, references });
    expect(manifest.left).toEqual(
      rules.map((rule) => ({ from: 'conversation', first: 1, last: 3, count: 3, tokens: 15, rule })),
    );
  });

  test('the thread and the steps, both omitted by one rule -> ranges of their own', () => {
    const left = [0, 1].map((index) => ({ index, rule: 'budget' as const, tokens: 5 }));
    const manifest = toManifest({
      ...NOTHING,
      plan: { entries: [], left },
      references: [
        { from: 'conversation', seq: 1 },
        { from: 'trace', step: 1, ordinal: 0 },
      ],
    });
    expect(manifest.left.map(({ from }) => from)).toEqual(['conversation', 'trace']);
  });

  test('a message that was cut -> its own place, with the cut, and the marker by its hash', () => {
    const thread = [...threadOf(2), { seq: 3, role: 'user' as const, content: words(500) }];
    const { manifest, plan, texts } = planRows({ thread, trace: [] }, { budget: 100 });
    const { head, tail, marker } = plan.cut ?? { head: 0, tail: 0, marker: '' };
    const [hash] = [...texts].find(([, text]) => text === marker) ?? [];
    expect(manifest.sent).toEqual([
      { from: 'conversation', first: 3, last: 3, tokens: plan.tokens, cut: { head, tail, marker: hash } },
    ]);
  });

  test("results shown as pointers -> their rows, the text's hash, and the rule", () => {
    const rows = { thread: threadOf(1), trace: traceOf([1_500, 3, 3, 3, 3, 400]) };
    const { manifest, texts } = planRows(rows, { budget: 600, resultLimit: 300 });
    expect(manifest.pointers?.map(({ step, ordinal, text }) => [step, ordinal, texts.get(text)])).toEqual([
      [1, 1, '[evicted 1.1, 1500]'],
      [6, 1, '[spilled 6.1, 400]'],
    ]);
    expect(manifest.pointers?.map(({ rule }) => rule)).toEqual(['evicted', 'spilled']);
    const roomy = planRows(rows, { budget: 5_000, resultLimit: 300 }).manifest;
    expect(roomy.pointers?.map(({ rule }) => rule)).toEqual(['spilled', 'spilled']);
  });

  test('results that hygiene or nothing changed -> no pointers', () => {
    const rows = { thread: threadOf(1), trace: traceOf([1, 2, 3]) };
    expect(planRows(rows, { budget: 5_000 }).manifest.pointers).toBeUndefined();
  });

  test('results of memory tools, a pointer, a result of another tool -> the places of the first alone', () => {
    const memories: ToolOutput = { type: 'json', value: { memories: [] } };
    const ofTool = (toolName: string, output: ToolOutput) => ({ ...result('a', output), toolName });
    const results = [
      ofTool('identify_user', memories),
      ofTool('memory_read', memories),
      ofTool('memory_read', { type: 'text', value: '[Too large]' }),
      ofTool('memory_write', memories),
    ];
    const entries = toEntries(results.map((one) => tool(one)));
    const references = results.map((_, at) => ({ from: 'trace' as const, step: 7, ordinal: at + 1 }));
    const plan = { entries, left: [] };
    const manifest = toManifest({ ...NOTHING, plan, originals: entries, references });
    expect(manifest.facts).toEqual([
      [7, 1],
      [7, 2],
    ]);
    const other = { ...plan, entries: entries.slice(2) };
    expect(toManifest({ ...NOTHING, plan: other, originals: entries, references }).facts).toBeUndefined();
  });

  test('an entry that is stored nowhere -> an error with its place', () => {
    const entries = toEntries([user('Go')]);
    expect(() => toManifest({ ...NOTHING, plan: { entries, left: [] }, references: [] })).toThrow(
      'Planned message 0 is not stored',
    );
  });

  test('a result of a repair -> no pointer, because it is stored nowhere', () => {
    const entries = toEntries([user('Go'), assistant([call('a')]), tool(result('a', 'interrupted'))]).map(
      (entry) => ({ ...entry, index: Math.min(entry.index, 1) }),
    );
    const manifest = toManifest({
      ...NOTHING,
      plan: { entries, left: [] },
      originals: entries.slice(0, 2),
      references: [{ from: 'input' }, { from: 'trace', step: 1, ordinal: 0 }],
    });
    expect(manifest.pointers).toBeUndefined();
    expect(manifest.sent).toMatchObject([{ from: 'input' }, { from: 'trace', first: 1, last: 1 }]);
  });
});

const MEMORY = { keep: (text: string) => text, share: (text: string) => text };
const NOTHING = { references: [], originals: [], turnStart: 0, memory: MEMORY };

function threadOf(messages: number): ThreadText[] {
  return Array.from({ length: messages }, (_, at) => ({
    seq: at + 1,
    role: (messages - at) % 2 === 1 ? 'user' : 'assistant',
    content: words(10),
  }));
}

function traceOf(tokens: readonly number[]): TraceEntry[] {
  return tokens.flatMap((count, at): TraceEntry[] => [
    { step: at + 1, ordinal: 0, role: 'assistant', content: [call(`c${at}`)] },
    { step: at + 1, ordinal: 1, role: 'tool', content: [result(`c${at}`, words(count))] },
  ]);
}
