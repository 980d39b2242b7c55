import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AssistantPart, ToolOutput } from '../../../context/message/entries.js';
import { GRAMMARS, type Grammar } from '../../../context/grammar/grammar.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import { renderManifest } from '../../../context/manifest/render-manifest.js';
import type { ThreadText, TraceEntry } from '../../../context/sent/sources.js';
import { propertyRuns } from '../../setup/property-runs.js';
import { assistant, call, result, system, text, user, words } from '../messages.js';
import { planRows, type PlanRowsInput, type Rows } from '../plan-rows.js';

const PICTURE = { type: 'image-url' as const, url: 'https://example.com/a.png' };

describe('renderManifest', () => {
  test('any rows and budget -> the messages of the plan, from the rows and the texts alone', () => {
    fc.assert(
      fc.property(anyRows, anyPlan, (rows, given) => {
        const { plan, render } = planRows(rows, given);
        if (plan.verdict === 'cannot-fit') return;
        expect(render()).toEqual(plan.messages);
      }),
      { numRuns: propertyRuns(100, 400) },
    );
  });

  test('any rows with instructions among the steps -> valid for the grammar, the running one in it, rendered as planned', () => {
    fc.assert(
      fc.property(anyRows, anyPlan, anyAsides, (rows, given, asides) => {
        const { plan, render } = planRows({ ...rows, asides }, given);
        if (plan.verdict === 'cannot-fit') return;
        expect(render()).toEqual(plan.messages);
        const said = plan.messages.flatMap(({ role, content }) =>
          role === 'user' ? JSON.stringify(content) : [],
        );
        const running = asides.at(-1);
        if (running !== undefined) expect(said.join('')).toContain(running.text);
      }),
      { numRuns: propertyRuns(100, 400) },
    );
  });

  test('an interrupted call of the turn -> rendered as it was sent', () => {
    const trace: TraceEntry[] = [
      { step: 1, ordinal: 0, role: 'assistant', content: [call('a'), call('b')] },
      { step: 1, ordinal: 1, role: 'tool', content: [result('a')] },
    ];
    const { plan, manifest, render } = planRows({ thread: threadOf([['user', 3]]), trace }, { budget: 500 });
    expect(plan.messages).toHaveLength(4);
    expect(render()).toEqual(plan.messages);
    expect(manifest.pointers).toBeUndefined();
  });

  test('a summary, a prompt and our note -> prompt, summary, the messages it describes, note', () => {
    const rows = { thread: threadOf([['user', 3]]), trace: [] };
    const { render } = planRows(rows, { budget: 500, system: 'Be kind.', summary: 'So far.', note: 'Stop.' });
    expect(render()).toEqual([system('Be kind.'), system('So far.'), user(`${words(3)}\n\nStop.`)]);
  });

  describe('what was found, and a request for a summary', () => {
    const found = [
      { seq: 1, ordinal: 0, session: 0, role: 'user' as const, name: null, atMs: 0, text: 'I like tea.' },
    ];
    const quoted = '[1970-01-01]\nUser: I like tea.';
    const thread = threadOf([
      ['user', 1],
      ['assistant', 1],
      ['user', 1],
    ]).map((row, at) => ({ ...row, seq: at + 7 }));
    const conversation = (first: number, last: number) =>
      ({ from: 'conversation', first, last, tokens: 1 }) as const;
    const directive = {
      from: 'directive',
      text: 'Append a summary.',
      base: { ordinal: null, coversThrough: 0 },
      coversThrough: 9,
      budget: 1,
      key: 'a1b2c3',
      tokens: 1,
    } as const;
    const render = (grammar: Grammar, sent: ContextManifest['sent']) =>
      renderManifest(
        {
          policy: 1,
          grammar,
          window: 9,
          reserve: 1,
          systemTokens: 0,
          toolTokens: 0,
          budget: 8,
          tokens: 1,
          system: null,
          tools: null,
          pointers: [],
          left: [],
          request: '',
          sent,
        },
        { thread, trace: [], passages: found, input: '', text: (hash) => hash },
      );

    test.each(GRAMMARS)('%s -> right before the question, and after it', (grammar) => {
      const sent = [
        conversation(7, 8),
        { from: 'passages', passages: [1], tokens: 1 } as const,
        conversation(9, 9),
        directive,
      ];
      const messages = render(grammar, sent);
      const [, , ...behind] = messages;
      expect(messages.slice(0, 2)).toEqual(
        thread.slice(0, 2).map(({ role, content }) => ({ role, content })),
      );
      const text = behind.map(({ content }) => content).join('\n\n');
      const [, key] = /; ends at (\S+)\]/.exec(text) ?? [];
      expect(text).toMatch(/^\[Quoted from earlier in this conversation/);
      expect(text).toContain(
        `${quoted}\n[${key}: end of the quotation]\n\n${thread[2]!.content}\n\n${directive.text}`,
      );
      const isFirst = grammar === 'anthropic' || grammar === 'gemini';
      expect(behind.map(({ role }) => role)).toEqual(isFirst ? ['user'] : ['system', 'user', 'system']);
    });
  });

  test('an input that was cut -> its head and tail around the marker', () => {
    const { plan, render } = planRows({ input: words(500), trace: [] }, { budget: 100 });
    expect(plan.cut).toBeDefined();
    expect(render()).toEqual([user(plan.cut?.text ?? '')]);
  });

  test('marked thoughts of the turn -> sent and rendered; thoughts of the thread are never sent', () => {
    const thought: AssistantPart = {
      type: 'reasoning',
      text: 'Hm.',
      providerOptions: { anthropic: { signature: 's' } },
    };
    const trace: TraceEntry[] = [
      { step: 1, ordinal: 0, role: 'assistant', content: [thought, call('a')] },
      { step: 1, ordinal: 1, role: 'tool', content: [result('a')] },
    ];
    const { plan, render } = planRows({ input: 'Go', trace }, { budget: 500, grammar: 'anthropic' });
    expect(render()).toEqual(plan.messages);
    expect(plan.messages[1]).toEqual(assistant([thought, call('a')]));
  });

  test('a deleted message of the thread -> an error with the range', () => {
    const rows = {
      thread: threadOf([
        ['user', 3],
        ['assistant', 3],
        ['user', 3],
      ]),
      trace: [],
    };
    const { manifest, texts } = planRows(rows, { budget: 500 });
    const sources = { trace: [], input: '', text: (hash: string) => texts.get(hash) ?? '' };
    expect(() => renderManifest(manifest, { ...sources, thread: rows.thread.slice(1) })).toThrow(
      'Messages 1 to 3 of the thread are not all stored',
    );
  });

  test('more rows than it refers to -> the same messages', () => {
    const thread = threadOf(Array.from({ length: 21 }, (_, at) => [at % 2 === 0 ? 'user' : 'assistant', 20]));
    const { plan, manifest, texts } = planRows({ thread, trace: [] }, { budget: 100 });
    const later: ThreadText = { seq: 22, role: 'assistant', content: 'Later.' };
    const steps: TraceEntry[] = [{ step: 9, ordinal: 0, role: 'assistant', content: [text('Later.')] }];
    const sources = { thread: [...thread, later], trace: steps, input: 'x' };
    expect(renderManifest(manifest, { ...sources, text: (hash) => texts.get(hash) ?? '' })).toEqual(
      plan.messages,
    );
  });
});

const tokens = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 900, max: 1_500 }),
);
const output: fc.Arbitrary<ToolOutput> = fc.oneof(
  tokens.map((count): ToolOutput => ({ type: 'text', value: words(count) })),
  tokens.map((count): ToolOutput => ({ type: 'error-text', value: words(count) })),
  tokens.map((count): ToolOutput => ({ type: 'json', value: { rows: words(count) } })),
  tokens.map((count): ToolOutput => ({
    type: 'content',
    value: [text(words(count)), PICTURE, text('End.')],
  })),
  tokens.map((count): ToolOutput => ({ type: 'execution-denied', reason: words(count) })),
  fc.constant<ToolOutput>({ type: 'text', value: '' }),
  fc.constant<ToolOutput>({ type: 'content', value: [text(' '), PICTURE] }),
);
const anyStep = fc.record({
  words: fc.option(tokens, { nil: undefined }),
  outputs: fc.array(fc.option(output, { nil: undefined, freq: 8 }), { maxLength: 3 }),
});
const anyTrace = fc.array(anyStep, { maxLength: 8 }).map((steps) =>
  steps.flatMap(({ words: count, outputs }, at): TraceEntry[] => {
    const step = at * 2 + 1;
    const idOf = (place: number): string => `c${step}_${place}`;
    const said: AssistantPart[] = count === undefined ? [] : [text(words(count))];
    const calls = outputs.map((_, place) => call(idOf(place)));
    return [
      { step, ordinal: 0, role: 'assistant', content: [...said, ...calls] },
      ...outputs.flatMap((one, place): TraceEntry[] =>
        one === undefined
          ? []
          : [{ step, ordinal: place + 1, role: 'tool', content: [result(idOf(place), one)] }],
      ),
    ];
  }),
);
const anySaid = fc.tuple(fc.constantFrom('user' as const, 'assistant' as const), tokens);
const anyRows: fc.Arbitrary<Rows> = fc.oneof(
  fc.record({
    thread: fc
      .tuple(fc.array(anySaid, { maxLength: 8 }), tokens)
      .map(([said, count]) => threadOf([...said, ['user', count]])),
    trace: anyTrace,
  }),
  fc.record({ input: tokens.map((count) => words(count)), trace: anyTrace }),
);
const anyPlan: fc.Arbitrary<PlanRowsInput> = fc.record(
  {
    budget: fc.oneof(fc.integer({ min: 100, max: 1_500 }), fc.integer({ min: 1_500, max: 12_000 })),
    grammar: fc.constantFrom(...GRAMMARS),
    resultLimit: fc.constantFrom(256, 1_200, 25_000),
    system: fc.constant('Be kind.'),
    summary: fc.constant('[Summary] So far.'),
    note: fc.constant('[Note] Stop.'),
  },
  { requiredKeys: ['budget'] },
);

const anyAsides = fc
  .array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 })
  .map((steps) =>
    steps
      .sort((one, other) => one - other)
      .map((beforeStep, at) => ({ beforeStep, text: `Instruction ${at}.` })),
  );

function threadOf(said: readonly (readonly ['user' | 'assistant', number])[]): ThreadText[] {
  return said.map(([role, count], at) => ({ seq: at + 1, role, content: words(count) }));
}
