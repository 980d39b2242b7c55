import type { CallNode } from '../../../../context/call/call-rows.js';
import type { BenchReport, LocalBench } from '../bench.js';
import { rounded } from '../statistics.js';
import { playLoop, type PrefixLoop } from './played-loop.js';
import { playPrefix, type PrefixChat } from './played-prefix.js';

const TURNS = 100;
const DEFAULTS: CallNode['history'] = {
  messages: 10,
  tokens: 16_000,
  characters: 18_000,
  messageCharacters: 3_000,
  summaries: { inline: true, every: 'window', tokens: [800, 500, 300, 150] },
  retrieval: { tokens: 2_000 },
};
const GRAMMARS = ['openai-chat', 'anthropic'] as const;
const CHATS: readonly (Pick<PrefixChat, 'question' | 'answer' | 'history'> & { name: string })[] = [
  { name: 'short answers', question: 300, answer: 600, history: DEFAULTS },
  { name: 'answers of half a page', question: 300, answer: 1_600, history: DEFAULTS },
  { name: 'answers of a page', question: 300, answer: 3_000, history: DEFAULTS },
  {
    name: 'half a page, no retrieval',
    question: 300,
    answer: 1_600,
    history: { ...DEFAULTS, retrieval: undefined },
  },
  {
    name: 'half a page, no summaries',
    question: 300,
    answer: 1_600,
    history: { ...DEFAULTS, summaries: undefined },
  },
];
const AIMED = 'answers of half a page';

const LOOPS: readonly PrefixLoop[] = [
  { window: 128_000, steps: 20, resultTokens: 1_200 },
  { window: 128_000, steps: 20, resultTokens: 700 },
  { window: 128_000, steps: 200, resultTokens: 1_200 },
  { window: 32_000, steps: 60, resultTokens: 1_200 },
  { window: 16_000, steps: 60, resultTokens: 1_200 },
];

export const prefixBench: LocalBench = {
  name: 'prefix',
  summary:
    'the share of tokens sent that begin a request as they began the one before, in a chat of 100 turns',
  isLocal: true,
  run({ turns = TURNS, onProgress }) {
    const rows = CHATS.flatMap(({ name, ...chat }) => {
      onProgress(`prefix: ${name}`);
      return GRAMMARS.map((grammar) => ({ name, grammar, ...playPrefix({ ...chat, grammar, turns }) }));
    });
    const loops = LOOPS.map((loop) => ({ ...loop, ...playLoop(loop) }));
    const report: BenchReport = {
      tables: [
        {
          title: `Tokens of ${turns} calls, tools and system prompt included`,
          columns: ['chat', 'grammar', 'sent a call', 'not the same, a call', 'the same, %'],
          rows: rows.map(({ name, grammar, sent, same }) => [
            name,
            grammar,
            Math.round(sent / turns),
            Math.round((sent - same) / turns),
            rounded((100 * same) / sent, 1),
          ]),
        },
        {
          title: 'Agent loops with one tool result a step',
          columns: ['window', 'steps', 'tokens of a result', 'sent a call', 'the same, %'],
          rows: loops.map(({ window, steps, resultTokens, sent, same }) => [
            window,
            steps,
            resultTokens,
            Math.round(sent / steps),
            rounded((100 * same) / sent, 1),
          ]),
        },
      ],
      targets: [
        ...rows
          .filter(({ name }) => name === AIMED)
          .map(({ grammar, sent, same }) => ({
            name: `In an unchanged prefix (${grammar}), %`,
            value: (100 * same) / sent,
            atLeast: 60,
          })),
        ...loops.slice(0, 1).map(({ sent, same }) => ({
          name: 'In an unchanged prefix (agent loop), %',
          value: (100 * same) / sent,
          atLeast: 85,
        })),
      ],
    };
    return Promise.resolve(report);
  },
};
