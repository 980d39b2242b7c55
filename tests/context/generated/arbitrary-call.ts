import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import fc from 'fast-check';
import { template } from './arbitrary-template.js';
import { countContent } from '../../../activities/agent/call/to-trace-content.js';
import type { HistoryRules, StepRow } from '../../../context/call/call-rows.js';
import type { AssistantPart, ToolOutput } from '../../../context/message/entries.js';
import { GRAMMARS, type Grammar } from '../../../context/grammar/grammar.js';
import { OMISSIONS } from '../../../context/message/omission.js';
import { toTraceMessage } from '../../../context/sent/sources.js';
import type { Attachment } from '../../../context/message/attachment.js';
import { countPictureTokens } from '../../../models/counting/count-image-tokens.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { call, result, text as textPart } from '../messages.js';
import type { PlacedStatement } from '../../../context/standing/placed-statement.js';
import { wellFormed } from '../../../context/text/well-formed.js';
import { text as anyText, type TextDraft } from './arbitrary-text.js';
import { LARGE_PNG, SMALL_PNG } from './arbitrary-tool-call.js';
import { aboveLevels } from './arbitrary-above.js';
import type { CallDraft, StoredMessage } from './call-case.js';

const text: fc.Arbitrary<TextDraft> = anyText.map((draft) => (tag) => wellFormed(draft(tag)));
const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } });
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });
const tagged = (tag: string): fc.Arbitrary<string> => text.map((draft: TextDraft) => draft(tag));

const attached: fc.Arbitrary<readonly Attachment[]> = fc
  .oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    fc.array(fc.tuple(fc.constantFrom(10, 120, 400), fc.constantFrom(9, 9_000_000)), { maxLength: 3 }),
  )
  .map((sizes) => sizes.map(([size, bytes], at) => pictureOf(at + 1, { size, bytes })));

function pictureOf(ordinal: number, { size, bytes }: { size: number; bytes: number }): Attachment {
  const facts = {
    hash: String(ordinal).repeat(64),
    name: 'picture',
    mediaType: 'image/png',
    start: 0,
    end: 0,
  };
  const tokens = countPictureTokens({ width: size, height: size });
  return { ...facts, ordinal, kind: 'picture', bytes, width: size, height: size, tokens };
}

const message: fc.Arbitrary<
  Omit<StoredMessage, 'content' | 'attachments'> & { draft: TextDraft; pictures: readonly Attachment[] }
> = fc.record({
  role: fc.constantFrom('user', 'assistant'),
  draft: text,
  isIndexed: fc.boolean(),
  omitted: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, fc.constantFrom(...OMISSIONS)),
  isPartial: fc.boolean(),
  brokenCalls: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    text.map((draft) => draft('note:')),
  ),
  pictures: attached,
});
const thread: fc.Arbitrary<StoredMessage[]> = fc
  .tuple(fc.array(message, { maxLength: 16 }), text, attached)
  .map(([before, question, attachments]) => [
    ...before.map(({ draft, pictures, ...row }, at) => ({
      ...row,
      content: draft(`s${at + 1}:`),
      isPartial: row.role === 'assistant' && row.isPartial,
      attachments: row.role === 'user' ? pictures : undefined,
    })),
    { role: 'user' as const, content: question('question:'), isIndexed: false, omitted: null, attachments },
  ]);

const output: fc.Arbitrary<(tag: string) => ToolOutput> = fc
  .tuple(text, fc.constantFrom<'text' | 'error-text' | 'json'>('text', 'error-text', 'json'))
  .map(([draft, type]) => (tag) => ({ type, value: draft(tag) }));
const pictures: fc.Arbitrary<(tag: string) => ToolOutput> = fc
  .tuple(text, fc.constantFrom(SMALL_PNG, LARGE_PNG))
  .map(([draft, data]) => (tag) => ({
    type: 'content',
    value: [
      { type: 'text', text: draft(tag) },
      { type: 'image-data', data, mediaType: 'image/png' },
    ],
  }));
const MARKS: readonly (SharedV3ProviderOptions | undefined)[] = [
  undefined,
  {},
  { anthropic: { signature: 's' } },
  { anthropic: { redactedData: 'QUJD' } },
  { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'QUJD' } },
  { google: { thoughtSignature: 's' } },
  { someone: { reasoning: 'x' } },
];
const thought = fc
  .tuple(text, fc.constantFrom(...MARKS))
  .map(([draft, providerOptions]) => (tag: string): AssistantPart => {
    return { type: 'reasoning', text: draft(tag), providerOptions };
  });
const step = fc.record({
  thoughts: fc.option(thought, { nil: undefined, freq: 2 }),
  words: maybe(text),
  marks: fc.constantFrom(...MARKS),
  outputs: fc.array(
    fc.option(fc.oneof({ weight: 5, arbitrary: output }, { weight: 1, arbitrary: pictures }), {
      nil: undefined,
      freq: 8,
    }),
    { maxLength: 3 },
  ),
  spilledTokens: fc.constantFrom(0, 0, 900),
});
const steps: fc.Arbitrary<StepRow[]> = fc.array(step, { maxLength: 8 }).map((drafts) =>
  drafts.flatMap(({ thoughts, words, marks, outputs, spilledTokens }, at) => {
    const place = at + 1;
    const said: AssistantPart[] = [
      ...(thoughts === undefined ? [] : [thoughts(`h${place}:`)]),
      ...(words === undefined ? [] : [textPart(words(`t${place}:`))]),
    ];
    const calls = outputs.map((_, index) => ({ ...call(`c${place}_${index}`), providerOptions: marks }));
    const content = [...said, ...calls];
    const { sent, hygiene } = countContent(content);
    return [
      {
        step: place,
        ordinal: 0,
        role: 'assistant',
        content,
        tokens: sent,
        hygieneTokens: hygiene,
        spilledTokens: 0,
      },
      ...outputs.flatMap((one, index) =>
        one === undefined
          ? []
          : [
              toResultStep({
                step: place,
                ordinal: index + 1,
                content: [result(`c${place}_${index}`, one(`r${place}:`))],
                spilledTokens,
              }),
            ],
      ),
    ];
  }),
);

function toResultStep(row: Pick<StepRow, 'step' | 'ordinal' | 'content' | 'spilledTokens'>): StepRow {
  const result = { ...row, role: 'tool' as const };
  return { ...result, hygieneTokens: 0, tokens: countMessageTokens(toTraceMessage(result)) };
}

const history: fc.Arbitrary<HistoryRules> = fc.record({
  messages: fc.integer({ min: 1, max: 12 }),
  tokens: fc.constantFrom(40, 400, 16_000),
  characters: fc.constantFrom(200, 2_000, 18_000),
  messageCharacters: fc.constantFrom(30, 300, 3_000),
  summaries: maybe(
    fc.record({
      inline: fc.constantFrom(true, true, false),
      every: fc.constantFrom('window' as const, 'turn' as const),
      tokens: fc.constantFrom([800, 500, 300, 150], [20]),
      minTokens: fc.constantFrom(undefined, undefined, 0, 200),
    }),
  ),
  retrieval: maybe(fc.record({ tokens: fc.constantFrom(50, 2_000) })),
});
const standing: fc.Arbitrary<PlacedStatement[]> = fc
  .array(fc.tuple(text, fc.nat(3)), { maxLength: 12 })
  .map((drafts) =>
    drafts.map(([draft, day], at) => ({
      kind: at % 4 === 3 ? 'preference' : 'instruction',
      text: draft(`n${at}:`).slice(0, 400).replace(/\s+/g, ' '),
      depth: 0,
      seq: at + 1,
      ordinal: 0,
      start: 0,
      end: 1,
      atMs: (20_000 + day) * 86_400_000,
    })),
  );
const answers = fc.array(text, { maxLength: 2 }).map((drafts) =>
  drafts.map((draft, at) => {
    const content = draft(`a${at}:`);
    return { step: 900 + at, text: content, tokens: countMessageTokens({ role: 'assistant', content }) };
  }),
);
const instructions = maybe(
  fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }).map((places) => ({
    entries: places
      .sort((one, other) => one - other)
      .map((beforeStep, at) => ({
        text: `Instruction ${at}.`,
        beforeStep,
        isRunning: at === places.length - 1,
      })),
  })),
);

export function callDraft(grammars: readonly Grammar[] = GRAMMARS): fc.Arbitrary<CallDraft> {
  return fc
    .record({
      thread: fc.oneof({ weight: 4, arbitrary: thread }, { weight: 1, arbitrary: fc.constant([]) }),
      cuts: fc.tuple(fc.nat(6), fc.nat(12), fc.boolean(), fc.nat(6)),
      threadDepth: fc.constantFrom(0, 0, 1, 2),
      title: fc.constantFrom(null, 'A title'),
      input: tagged('question:'),
      history,
      prompt: fc.option(tagged('question:'), { nil: undefined, freq: 5 }),
      flags: fc.record({ seesHistory: fc.constantFrom(true, true, false), speaksLast: fc.boolean() }),
      answers: fc.oneof(fc.constant([]), answers),
      instructions,
      hasCompaction: fc.constantFrom(false, false, true),
      steps,
      standing,
      above: aboveLevels(2),
      summary: tagged('[Topic: a]'),
      grammar: fc.constantFrom(...grammars),
      template: fc.option(template, { nil: undefined }),
      tokenFactor: fc.constantFrom(1, 1, 1.15),
      contextWindow: fc.oneof(fc.integer({ min: 300, max: 4_000 }), fc.constantFrom(9_000, 32_000)),
      maxOutputTokens: fc.integer({ min: 20, max: 2_000 }),
      node: fc.record({
        system: maybe(fc.constant('Be kind.')),
        owns: fc.record({ system: fc.boolean(), tools: fc.boolean(), output: fc.boolean() }),
        opensWithSystem: fc.boolean(),
        oversize: fc.constantFrom('cut' as const, 'cut' as const, 'refuse' as const),
        readsArtifacts: fc.boolean(),
      }),
      tools: fc.constantFrom([], [tool('look_up')]),
      finders: fc.constantFrom([], [tool('search_history')]),
      isToolless: fc.constantFrom(false, false, true),
      takesPictures: fc.constantFrom(true, true, true, false),
      budgetShare: fc.constantFrom(1, 1, 0.75),
      tokenLimit: maybe(fc.integer({ min: 50, max: 900 })),
      added: fc.constantFrom([], [{ from: 'note' as const, text: '[Note] Stop.' }]),
      output: maybe(
        fc.record({
          schemaJson: fc.constant('{"type":"object","properties":{"city":{"type":"string"}}}'),
          isSent: fc.boolean(),
          isTold: fc.boolean(),
        }),
      ),
    })
    .map(toDraft);
}

type Drawn = Omit<CallDraft, 'execution' | 'node' | 'compaction' | 'call'> &
  Pick<CallDraft['execution'], 'threadDepth' | 'title' | 'input'> &
  Pick<CallDraft['node'], 'history' | 'prompt' | 'answers' | 'instructions'> &
  Omit<CallDraft['call'], 'readers'> & {
    flags: Pick<CallDraft['node'], 'seesHistory' | 'speaksLast'>;
    cuts: [cleared: number, covered: number, hasSummary: boolean, throughStep: number];
    hasCompaction: boolean;
  };

function toDraft(drawn: Drawn): CallDraft {
  const { thread: messages, steps: rows, cuts, history: rules, threadDepth, title, ...rest } = drawn;
  const [cleared, covered, hasSummary, through] = cuts;
  const last = Math.max(0, messages.length - 1);
  const clearedThrough = Math.min(cleared, last);
  const coversThrough = hasSummary ? Math.min(last, clearedThrough + covered) : clearedThrough;
  const isCovered = hasSummary && coversThrough > clearedThrough;
  const throughStep = Math.min(through, (rows.at(-1)?.step ?? 0) - 1);
  const ends = isCovered && covered % 2 === 0 ? [null, coversThrough] : [clearedThrough + 1, last];
  const [firstSeq = null, throughSeq = null] = last > clearedThrough && drawn.flags.seesHistory ? ends : [];
  const compaction = { step: 50, throughStep, summary: 'What was done so far.', firstSeq, throughSeq };
  const { node, tools, finders, isToolless, budgetShare, tokenLimit, added, output } = rest;
  return {
    thread: messages,
    steps: rows,
    summary: rest.summary,
    standing: rest.standing,
    above: rest.above.slice(0, threadDepth),
    grammar: rest.grammar,
    template: rest.template,
    takesPictures: rest.takesPictures,
    tokenFactor: rest.tokenFactor,
    textWeights: rest.tokenFactor === 1 ? undefined : { digits: 1, breaks: 0.7 },
    contextWindow: rest.contextWindow,
    maxOutputTokens: rest.maxOutputTokens,
    execution: {
      clearedThrough,
      coversThrough,
      threadDepth,
      title,
      input: rest.input,
      summaryOrdinal: isCovered ? 3 : null,
    },
    node: {
      base: 0,
      ...rest.flags,
      history: rules,
      prompt: rest.prompt,
      answers: rest.prompt === undefined ? rest.answers : [],
      instructions: rest.instructions,
    },
    compaction: drawn.hasCompaction && throughStep > 0 ? compaction : undefined,
    call: {
      node,
      tools,
      finders,
      isToolless,
      budgetShare,
      tokenLimit,
      added,
      output,
      readers: [tool('read_artifact')],
    },
  };
}
