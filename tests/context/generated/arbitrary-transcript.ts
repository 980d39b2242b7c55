import type { ModelMessage } from '@ai-sdk/provider-utils';
import fc from 'fast-check';
import { GRAMMARS, type Grammar } from '../../../context/grammar/grammar.js';
import type { TranscriptInput, TranscriptSettings } from '../../../context/transcript/plan-transcript.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { history } from './arbitrary-history.js';
import { countOnce, sumOnce } from './count-once.js';

const MODELS: Readonly<Record<Grammar, string>> = {
  'openai-chat': 'openai:gpt-4o',
  'openai-responses': 'openai-responses:gpt-5',
  anthropic: 'claude-sonnet-4-5',
  gemini: 'google:gemini-2.5-pro',
};
const MAX_RESERVE = 500;
const LOOK_UP = {
  name: 'look_up',
  description: 'Looks something up.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
};

const READ_ARTIFACT = { ...LOOK_UP, name: 'read_artifact' };
const TOOLS = { unknown: undefined, none: [], some: [LOOK_UP], readers: [LOOK_UP, READ_ARTIFACT] };

type WindowDraft =
  | { kind: 'share'; pct: number }
  | { kind: 'last'; messages: number; off: number }
  | { kind: 'current'; pct: number }
  | { kind: 'given'; value: unknown };

const windowDraft: fc.Arbitrary<WindowDraft> = fc.oneof(
  { withCrossShrink: true },
  { weight: 6, arbitrary: pct(10, 105).map((share) => ({ kind: 'share' as const, pct: share })) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('last' as const),
      messages: fc.integer({ min: 1, max: 12 }),
      off: fc.integer({ min: -3, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: pct(20, 99).map((share) => ({ kind: 'current' as const, pct: share })) },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.integer({ min: 1, max: 3_000 }),
        fc.constantFrom<unknown>(
          undefined,
          '32000',
          '2000',
          'abc',
          '',
          0,
          -1,
          null,
          NaN,
          Infinity,
          1_000.5,
          {},
        ),
      )
      .map((value) => ({ kind: 'given' as const, value })),
  },
);
const reserve: fc.Arbitrary<unknown> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: MAX_RESERVE }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('100', 'x', 0, -5, null, 10_000_000, NaN) },
);

interface SettingsDraft {
  window: WindowDraft;
  reserve: unknown;
  tools: 'unknown' | 'none' | 'some' | 'readers';
  oversize: 'cut' | 'refuse' | undefined;
  compaction: boolean | undefined;
  isGrammarGiven: boolean;
}

const settingsDraft: fc.Arbitrary<SettingsDraft> = fc.record({
  window: windowDraft,
  reserve,
  tools: fc.constantFrom('unknown' as const, 'some' as const, 'readers' as const, 'none' as const),
  oversize: fc.constantFrom(undefined, 'cut' as const, 'cut' as const, 'refuse' as const),
  compaction: fc.constantFrom(undefined, true, false, false),
  isGrammarGiven: fc.boolean(),
});

export function transcript(grammars: readonly Grammar[] = GRAMMARS): fc.Arbitrary<TranscriptInput> {
  return fc.tuple(history, settingsDraft, fc.constantFrom(...grammars)).map(([messages, draft, grammar]) => {
    const tools = TOOLS[draft.tools];
    const settings: TranscriptSettings = {
      contextWindow: contextWindow(draft, { messages, toolTokens: countTools(tools) }),
      maxOutputTokens: draft.reserve,
      tools,
      grammar: draft.isGrammarGiven ? grammar : undefined,
      oversize: draft.oversize,
      compaction: draft.compaction,
    };
    return { model: MODELS[grammar], messages, settings };
  });
}

function contextWindow(
  { window, reserve }: SettingsDraft,
  { messages, toolTokens }: { messages: readonly ModelMessage[]; toolTokens: number },
): unknown {
  if (window.kind === 'given') return window.value;
  const system = sumOnce(messages.filter(({ role }) => role === 'system')) + toolTokens;
  const room = Math.max(
    1,
    needed(window, { system, spoken: messages.filter(({ role }) => role !== 'system') }),
  );
  const given = Number(reserve ?? 0);
  return given > 0 && given <= MAX_RESERVE ? room + given : Math.ceil((room * 4) / 3);
}

function needed(
  window: Exclude<WindowDraft, { kind: 'given' }>,
  { system, spoken }: { system: number; spoken: readonly ModelMessage[] },
): number {
  switch (window.kind) {
    case 'share':
      return Math.ceil(((system + sumOnce(spoken)) * window.pct) / 100);
    case 'last':
      return system + sumOnce(spoken.slice(-window.messages)) + window.off;
    case 'current': {
      const current = spoken.findLast(({ role }) => role === 'user');
      return system + Math.ceil(((current ? countOnce(current) : 0) * window.pct) / 100);
    }
  }
}

function pct(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min, max });
}

function countTools(tools: TranscriptSettings['tools']): number {
  return tools === undefined || tools.length === 0 ? 0 : countTextTokens(JSON.stringify(tools));
}
