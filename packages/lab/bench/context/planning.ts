import type { ModelMessage } from '@ai-sdk/provider-utils';
import { GRAMMARS } from '../../../../context/grammar/grammar.js';
import { validateGrammar } from '../../../../context/grammar/validate-grammar.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../../context/plan/settings.js';
import { planTranscript, type TranscriptPlan } from '../../../../context/transcript/plan-transcript.js';
import { countMessageTokens, countTextTokens } from '../../../../models/counting/count-tokens.js';
import { lookUpModel } from '../../../../models/facts/model-table.js';
import type { BenchReport, LocalBenchInput } from '../bench.js';
import { median, rounded } from '../statistics.js';
import { brokenHistory, plainHistory } from './histories.js';
import { toPeer, trimLikePeer } from './peer.js';
import { findCounting } from '../../../../models/counting/model-counting.js';

const SIZES = [
  { messages: 100, repetitions: 51, atMost: undefined },
  { messages: 1_000, repetitions: 31, atMost: 5 },
  { messages: 10_000, repetitions: 11, atMost: 50 },
] as const;
const PEER_REPETITIONS = 3;
const PEER_MAX_MESSAGES = 1_000;
const FUZZED_HISTORIES = 1_000;
const FUZZED_WINDOWS = [600, 1_200, 2_400, 4_800];

export async function benchPlanning({ onProgress }: LocalBenchInput): Promise<BenchReport> {
  const speeds = [];
  for (const { messages, repetitions, atMost } of SIZES) {
    onProgress(`context: planning ${messages} messages`);
    speeds.push({ messages, atMost, ...(await measure(messages, repetitions)) });
  }
  onProgress(`context: ${FUZZED_HISTORIES} broken histories`);
  const validity = await measureValidity();
  return {
    tables: [
      {
        title: 'Planning a call, ms: a window of 8,192 tokens, counts known, medians',
        columns: ['messages', 'ours', 'LangChain trimMessages', 'trimMessages / ours'],
        rows: speeds.map(({ messages, ours, peer }) => [
          String(messages),
          rounded(ours, 3),
          Number.isNaN(peer) ? 'minutes' : rounded(peer, 3),
          Number.isNaN(peer) ? '-' : rounded(peer / ours, 1),
        ]),
      },
      {
        title: `Valid requests of ${FUZZED_HISTORIES} broken histories, %: trimmed to ${FUZZED_WINDOWS.join(', ')} tokens in turn`,
        columns: ['grammar', 'ours', 'LangChain trimMessages'],
        rows: validity.map(({ grammar, ours, peer }) => [grammar, rounded(ours, 2), rounded(peer, 2)]),
      },
    ],
    targets: [
      ...speeds.flatMap(({ messages, ours, atMost }) =>
        atMost ? [{ name: `Planning ${messages} messages, ms`, value: ours, atMost }] : [],
      ),
      {
        name: 'Planning 10,000 messages to 1,000, per message',
        value: (speeds[2]?.ours ?? Number.NaN) / (speeds[1]?.ours ?? Number.NaN) / 10,
        atMost: 2,
      },
      ...validity.map(({ grammar, ours }) => ({
        name: `Valid for ${grammar}, %`,
        value: ours,
        atLeast: 100,
      })),
    ],
  };
}

async function measure(count: number, repetitions: number): Promise<{ ours: number; peer: number }> {
  const messages = plainHistory(count);
  const counts = new Map(messages.map((message) => [message, countMessageTokens(message)]));
  const countMessage = (message: ModelMessage): number => counts.get(message) ?? countMessageTokens(message);
  const peerMessages = toPeer(messages);
  const ours = await timings(repetitions, () => Promise.resolve(plan(messages, { countMessage })));
  if (count > PEER_MAX_MESSAGES) return { ours: median(ours), peer: Number.NaN };
  const peer = await timings(Math.min(repetitions, PEER_REPETITIONS), () =>
    trimLikePeer(peerMessages, { maxTokens: 6_144, countMessage }),
  );
  return { ours: median(ours), peer: median(peer) };
}

async function timings(repetitions: number, work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const times: number[] = [];
  for (let at = 0; at < repetitions; at += 1) {
    const startedMs = performance.now();
    await work();
    times.push(performance.now() - startedMs);
  }
  return times;
}

async function measureValidity(): Promise<{ grammar: string; ours: number; peer: number }[]> {
  const valid = new Map(GRAMMARS.map((grammar) => [grammar, { ours: 0, peer: 0 }]));
  for (let seed = 1; seed <= FUZZED_HISTORIES; seed += 1) {
    const messages = brokenHistory(seed);
    const contextWindow = FUZZED_WINDOWS[seed % FUZZED_WINDOWS.length] ?? 600;
    for (const [grammar, counts] of valid) {
      const planned = plan(messages, { countMessage: countMessageTokens, contextWindow, grammar });
      if (planned.verdict === 'cannot-fit' || validateGrammar(planned.messages, grammar).length === 0)
        counts.ours += 1;
      const kept = await trimLikePeer(toPeer(messages), {
        maxTokens: planned.window - planned.reserve,
        countMessage: countMessageTokens,
      });
      if (validateGrammar(kept, grammar).length === 0) counts.peer += 1;
    }
  }
  return [...valid].map(([grammar, { ours, peer }]) => ({
    grammar,
    ours: (ours / FUZZED_HISTORIES) * 100,
    peer: (peer / FUZZED_HISTORIES) * 100,
  }));
}

function plan(
  messages: readonly ModelMessage[],
  how: {
    countMessage: (message: ModelMessage) => number;
    contextWindow?: number;
    grammar?: (typeof GRAMMARS)[number];
  },
): TranscriptPlan {
  const { countMessage, ...settings } = how;
  return planTranscript(
    { model: 'gpt-4', messages, settings },
    {
      findCounting: (model) => ({
        ...findCounting(model),
        plain: { countText: countTextTokens, countMessage },
      }),
      lookUpModel,
      settings: DEFAULT_CONTEXT_SETTINGS,
    },
  );
}
