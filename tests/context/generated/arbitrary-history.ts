import type { ModelMessage } from '@ai-sdk/provider-utils';
import fc from 'fast-check';
import { assistantPart, userPart, type PartDraft } from './arbitrary-parts.js';
import { anyText, text, type TextDraft } from './arbitrary-text.js';
import { callDraft, makeId, type CallDraft } from './arbitrary-tool-call.js';

type PieceDraft = (at: number) => unknown[];

const tagOf = (at: number, place: number): string => `m${at}.${place}:`;

const content = (part: fc.Arbitrary<PartDraft>): fc.Arbitrary<(at: number) => unknown> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 8, arbitrary: anyText.map((draft: TextDraft) => (at: number) => draft(tagOf(at, 0))) },
    {
      weight: 3,
      arbitrary: fc
        .array(part, { maxLength: 4 })
        .map((drafts) => (at: number) => drafts.map((draft, place) => draft(tagOf(at, place)))),
    },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined).map((nothing) => () => nothing) },
  );

const said = (role: 'user' | 'assistant', part: fc.Arbitrary<PartDraft>): fc.Arbitrary<PieceDraft> =>
  content(part).map((draft) => (at) => [{ role, content: draft(at) }]);

const userSays = said('user', userPart);
const assistantSays = said('assistant', assistantPart);
const systemSays: fc.Arbitrary<PieceDraft> = fc.oneof(
  { withCrossShrink: true },
  {
    weight: 6,
    arbitrary: anyText.map((draft): PieceDraft => (at) => [{ role: 'system', content: draft(tagOf(at, 0)) }]),
  },
  {
    weight: 1,
    arbitrary: text.map((draft): PieceDraft => (at) => [
      { role: 'system', content: [{ type: 'text', text: draft(tagOf(at, 0)) }] },
    ]),
  },
);

const orphanResult: fc.Arbitrary<PieceDraft> = callDraft.map((call) => (at) => [
  { role: 'tool', content: [resultPart(call, { at, place: 0 })] },
]);
const strangeTool: fc.Arbitrary<PieceDraft> = fc
  .constantFrom<unknown>([], null, 'found', [{ type: 'text', text: 'found' }], [null])
  .map((nothing) => () => [{ role: 'tool', content: nothing }]);

interface StepDraft {
  calls: CallDraft[];
  words: PartDraft[];
  isSplit: boolean;
  isBackwards: boolean;
  between: 'nothing' | 'user' | 'system';
}

const toolStep: fc.Arbitrary<PieceDraft> = fc
  .record<StepDraft>({
    calls: fc.array(callDraft, { minLength: 1, maxLength: 4 }),
    words: fc.array(assistantPart, { maxLength: 2 }),
    isSplit: fc.boolean(),
    isBackwards: fc.boolean(),
    between: fc.oneof(
      { withCrossShrink: true },
      { weight: 14, arbitrary: fc.constant('nothing' as const) },
      { weight: 1, arbitrary: fc.constantFrom('user' as const, 'system' as const) },
    ),
  })
  .map((step) => (at) => toStep(step, at));

function toStep({ calls, words, isSplit, isBackwards, between }: StepDraft, at: number): unknown[] {
  const callParts = calls.map((call, place) => ({
    type: 'tool-call',
    toolCallId: makeId(call, `${at}_${place}`),
    toolName: call.toolName,
    input: call.input(tagOf(at, place + 10)),
  }));
  const parts = [...words.map((draft, place) => draft(tagOf(at, place))), ...callParts];
  const messages: unknown[] = [{ role: 'assistant', content: parts }];
  if (between !== 'nothing') messages.push({ role: between, content: tagOf(at + 1, 0) });
  const results = calls.flatMap((call, place) =>
    Array.from({ length: call.results }, () => resultPart(call, { at, place })),
  );
  if (isBackwards) results.reverse();
  if (isSplit) messages.push(...results.map((result) => ({ role: 'tool', content: [result] })));
  else if (results.length > 0) messages.push({ role: 'tool', content: results });
  return messages;
}

function resultPart(call: CallDraft, { at, place }: { at: number; place: number }): unknown {
  const id = makeId(call, `${at}_${place}`);
  return {
    type: 'tool-result',
    toolCallId: call.isIdTrimmed && typeof id === 'string' ? id.trim() : id,
    toolName: call.toolName,
    output: call.output(tagOf(at + 1, place + 20)),
  };
}

const turn: fc.Arbitrary<PieceDraft> = fc
  .tuple(text, fc.array(toolStep, { maxLength: 2 }), text)
  .map(([question, steps, answer]) => (at) => {
    const messages: unknown[] = [{ role: 'user', content: question(tagOf(at, 0)) }];
    for (const step of steps) messages.push(...step(at + messages.length));
    messages.push({ role: 'assistant', content: answer(tagOf(at + messages.length, 0)) });
    return messages;
  });

const piece: fc.Arbitrary<PieceDraft> = fc.oneof(
  { withCrossShrink: true },
  { weight: 5, arbitrary: turn },
  { weight: 4, arbitrary: userSays },
  { weight: 3, arbitrary: assistantSays },
  { weight: 3, arbitrary: toolStep },
  { weight: 1, arbitrary: systemSays },
  { weight: 1, arbitrary: orphanResult },
  { weight: 1, arbitrary: strangeTool },
);

export const history: fc.Arbitrary<ModelMessage[]> = fc
  .tuple(
    fc.array(systemSays, { maxLength: 2 }),
    fc.array(piece, { maxLength: 14 }),
    fc.option(userSays, { nil: undefined, freq: 2 }),
  )
  .map(([first, middle, last]) => {
    const messages: unknown[] = [];
    for (const draft of [...first, ...middle, ...(last === undefined ? [] : [last])])
      messages.push(...draft(messages.length));
    return messages as ModelMessage[];
  });
