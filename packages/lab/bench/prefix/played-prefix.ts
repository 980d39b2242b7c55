import type { ModelMessage } from '@ai-sdk/provider-utils';
import { buildCall } from '../../../../context/call/build-call.js';
import { toCallModel } from '../../../../context/call/to-call-model.js';
import type { CallExecution, CallNode, CallRows, RawMessage } from '../../../../context/call/call-rows.js';
import type { LookedUp, LookUp } from '../../../../context/call/look-up.js';
import { planCall, type PlannedCall } from '../../../../context/call/plan-call.js';
import { chooseWindow, leftOfHistory, windowQuery } from '../../../../context/call/history-window.js';
import type { Grammar } from '../../../../context/grammar/grammar.js';
import { renderPassages } from '../../../../context/retrieval/render-passages.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../../context/plan/settings.js';
import { resolveWindow } from '../../../../context/plan/window.js';
import {
  countMessagesTokens,
  countMessageTokens,
  countTextTokens,
} from '../../../../models/counting/count-tokens.js';
import { toPrompt } from '../../../../models/stream/to-prompt.js';
import { createRandom, type Random } from '../context/random.js';
import { madeUpProse } from '../turn/made-up-prose.js';
import { samePrefix, type PrefixTokens } from './same-prefix.js';
import { createCounting } from '../../../../models/counting/model-counting.js';

export interface PrefixChat {
  turns: number;
  grammar: Grammar;
  question: number;
  answer: number;
  history: CallNode['history'];
}

const SYSTEM = 'You are a helpful assistant. Answer briefly and plainly.';
const TOOLS = ['current_time', 'calculate', 'search_history', 'read_history'].map((name) => ({
  name,
  description: madeUpProse(200, name.length),
  inputSchema: { type: 'object', properties: { value: { type: 'string' } } },
}));
/** About 760 tokens: a larger summary is cut to its budget of 800, and a cut one is not updated in an answer. */
const SUMMARY_CHARACTERS = 2_200;
const PASSAGE_CHARACTERS = 400;
const STORED = new Date('2026-01-05T08:00:00Z').getTime();

export function playPrefix(chat: PrefixChat): PrefixTokens {
  const thread = new PlayedThread(chat);
  const total: PrefixTokens = { sent: 0, same: 0 };
  let before: readonly ModelMessage[] = [];
  for (let turn = 0; turn < chat.turns; turn += 1) {
    const { plan, manifest } = thread.nextCall();
    const { messages } = plan;
    total.sent += manifest.toolTokens + countMessagesTokens(messages);
    if (turn > 0) total.same += manifest.toolTokens + countMessagesTokens(samePrefix(messages, before));
    before = messages;
  }
  return total;
}

class PlayedThread {
  readonly #chat: PrefixChat;
  readonly #random: Random = createRandom(7);
  readonly #rows: RawMessage[] = [];
  #summary = { ordinal: 0, content: '', coversThrough: 0 };

  constructor(chat: PrefixChat) {
    this.#chat = chat;
  }

  nextCall(): PlannedCall {
    this.#append('user', this.#chat.question);
    const planned = this.#plan();
    this.#append('assistant', this.#chat.answer);
    const directive = planned.manifest.sent.find((item) => item.from === 'directive');
    const due = this.#rows.length - this.#summary.coversThrough > this.#chat.history.messages;
    const coversThrough = directive?.coversThrough ?? (due ? this.#rows.length : undefined);
    if (coversThrough !== undefined) this.#fold(coversThrough);
    return planned;
  }

  #append(role: 'user' | 'assistant', characters: number): void {
    const seq = this.#rows.length + 1;
    const content = madeUpProse(Math.ceil(characters * (0.5 + this.#random())), seq);
    const tokens = countMessageTokens({ role, content });
    const runningTokens = (this.#rows.at(-1)?.runningTokens ?? 0) + tokens;
    const isIndexed = content.length > this.#chat.history.messageCharacters;
    this.#rows.push({ seq, role, content, characters: content.length, isIndexed, tokens, runningTokens });
  }

  #fold(coversThrough: number): void {
    if (!this.#chat.history.summaries) return;
    const ordinal = this.#summary.ordinal + 1;
    this.#summary = { ordinal, coversThrough, content: madeUpProse(SUMMARY_CHARACTERS, 10_000 + ordinal) };
  }

  #plan(): PlannedCall {
    const counting = createCounting({ tokenFactor: 1, factorSource: 'assumed' });
    const window = resolveWindow({ model: { contextWindow: 128_000 } });
    const call = buildCall({
      rows: this.#toRows(),
      model: toCallModel({ ...window, grammar: this.#chat.grammar, ...counting }),
      node: {
        system: SYSTEM,
        owns: { system: false, tools: false, output: false },
        opensWithSystem: false,
        oversize: 'cut',
        readsArtifacts: true,
      },
      settings: DEFAULT_CONTEXT_SETTINGS,
      tools: TOOLS,
      finders: [],
      readers: [],
      isToolless: false,
      budgetShare: 1,
      added: [],
      output: undefined,
      outputLimit: window.reserve,
      key: String(this.#rows.length).padStart(12, '0'),
      hasFailed: false,
      maySummarize: true,
      toPrompt,
    });
    return planCall(call.addFound(this.#lookUp(call.lookUp)));
  }

  #toRows(): CallRows {
    const currentSeq = this.#rows.length;
    const { ordinal, coversThrough } = this.#summary;
    const execution: CallExecution & { currentSeq: number } = {
      conversationId: 1,
      currentSeq,
      clearedThrough: null,
      coversThrough: ordinal === 0 ? null : coversThrough,
      summaryOrdinal: ordinal === 0 ? null : ordinal,
      threadDepth: 0,
      title: 'A chat',
      input: null,
    };
    const node: CallNode = {
      base: 0,
      prompt: undefined,
      seesHistory: true,
      history: this.#chat.history,
      speaksLast: true,
      answers: [],
      instructions: undefined,
    };
    const input = { execution, node, compaction: undefined };
    const { after, limit } = windowQuery(input);
    const newestFirst = this.#rows
      .filter(({ seq }) => seq > after)
      .reverse()
      .slice(0, limit + 1);
    const { bounds, omitted: _omitted, ...chosen } = chooseWindow(newestFirst, input);
    const counted = bounds.map((bound) => ({
      ...bound,
      runningTokens: this.#rows[bound.seq - 1]?.runningTokens ?? 0,
    }));
    const current = this.#rows[currentSeq - 1]!;
    const left = leftOfHistory(counted, { ...input, current, omitted: [], tokenFactor: 1 });
    return {
      execution,
      node,
      step: 1,
      compaction: undefined,
      compacted: undefined,
      steps: [],
      window: { ...chosen, omitted: [], standing: [], left },
    };
  }

  #lookUp({ summary, passages }: LookUp): LookedUp {
    const found = passages ? this.#findPassages(passages) : [];
    const { content, ...head } = this.#summary;
    return {
      above: { texts: [], left: [], unsent: [] },
      foundAbove: undefined,
      summary: summary === undefined ? undefined : { ...head, content, tokens: countTextTokens(content) },
      passages:
        found.length === 0
          ? undefined
          : {
              found,
              text: renderPassages(found),
              passages: found.map(({ seq, text }) => [seq, 0, text.length]),
            },
      warnings: [],
    };
  }

  #findPassages({ after, before, tokens }: NonNullable<LookUp['passages']>) {
    const chosen = new Map<number, string>();
    let room = tokens;
    for (let attempt = 0; attempt < before && room > 0; attempt += 1) {
      const seq = after + 1 + Math.floor(this.#random() * (before - after - 1));
      const text = this.#rows[seq - 1]?.content.slice(0, PASSAGE_CHARACTERS);
      if (text === undefined || chosen.has(seq)) continue;
      room -= countTextTokens(text) + 4;
      if (room > 0) chosen.set(seq, text);
    }
    return [...chosen]
      .sort(([one], [other]) => one - other)
      .map(([seq, text]) => {
        const role = seq % 2 === 1 ? ('user' as const) : ('assistant' as const);
        return { seq, ordinal: 0, session: 0, role, name: null, atMs: STORED, text };
      });
  }
}
