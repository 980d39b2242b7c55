import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { MessageForm } from './explained.js';
import type { ThreadBeginning } from './explain-rows.js';
import { nameRange } from './name-range.js';
import { scaleTokens } from '../text/counters.js';
import { markBrokenOff } from '../message/broken-off.js';
import { applyCut, rememberCut, type Cut } from './cut.js';
import { WHOLE, type ExplainFacts, type PlacedKind, type RenderFacts } from './kind.js';
import type { PlaceRange } from '../message/needs.js';
import { showAttached } from './show-attached.js';
import type { ThreadText } from './sources.js';

export interface PlannedConversation {
  from: 'conversation';
  seq: number;
  mark?: string;
}

export interface SentConversation extends PlaceRange {
  from: 'conversation';
  tokens: number;
  cut?: Cut;
  mark?: string;
}

export const conversation: PlacedKind<PlannedConversation, SentConversation, PlannedConversation> = {
  position: 'spoken',
  asks: true,
  remember: ({ from, seq, mark }, { tokens, cut, memory }) => ({
    from,
    first: seq,
    last: seq,
    tokens,
    cut: rememberCut(cut, memory),
    mark: mark === undefined ? undefined : memory.share(mark),
  }),
  join: (last, next) =>
    last.last === next.first - 1 && !next.cut && last.mark === undefined && next.mark === undefined
      ? { ...last, last: next.last, tokens: last.tokens + next.tokens }
      : undefined,
  locate: ({ from, seq }) => ({ from, place: seq }),
  need: ({ first, last, cut, mark }) => ({
    thread: { first, last },
    own: [cut?.marker],
    shared: mark === undefined ? [] : [mark],
  }),
  render: (item, facts) =>
    rowsBetween(item, facts.sources.thread).map((row) => renderRow(row, { item, facts })),
  place: 'conversation',
  name: ({ seq }) => nameRange({ from: 'conversation', first: seq, last: seq }),
  explain: (item, facts) =>
    facts.rows.thread
      .filter(({ seq }) => seq >= item.first && seq <= item.last)
      .map((row) => explainRow(row, { item, facts })),
  fill({ tokens }, { messages, currentSeq }) {
    const current = messages.find(({ place }) => 'seq' in place && place.seq === currentSeq)?.tokens ?? 0;
    return { 'current message': current, history: tokens - current };
  },
};

function rowsBetween({ first, last }: PlaceRange, thread: readonly ThreadText[]): ThreadText[] {
  const rows = thread.filter(({ seq }) => seq >= first && seq <= last);
  if (rows.length !== last - first + 1)
    throw new Error(`Messages ${first} to ${last} of the thread are not all stored`);
  return rows;
}

function renderRow(
  { seq, role, content, attachments }: ThreadText,
  { item, facts }: { item: SentConversation; facts: RenderFacts },
): ModelMessage {
  const { sources, placeholders } = facts;
  const placeholder = placeholders.get(seq);
  if (placeholder !== undefined) return { role, content: placeholder };
  if (role === 'assistant') {
    const shown = applyCut(content, item.cut, sources.text);
    return { role, content: item.mark === undefined ? shown : markBrokenOff(shown, sources.text(item.mark)) };
  }
  const sent = facts.attachments?.get(seq);
  const shown = { text: content, attachments };
  return { role, content: showAttached(shown, { sent, cut: item.cut, recall: sources.text }) };
}

function explainRow(
  { seq, role, tokens: plain, text }: ThreadBeginning,
  { item, facts }: { item: SentConversation; facts: ExplainFacts },
) {
  const place = { from: 'conversation', seq } as const;
  const stored = scaleTokens(plain, facts.tokenFactor);
  const placeholder = facts.placeholders.find((one) => one.seq === seq);
  if (placeholder) {
    const { tokens } = placeholder;
    const form: MessageForm = { kind: 'placeholder', leftTokens: stored - tokens };
    return { place, role, tokens, form, text: facts.rows.texts.get(placeholder.text) ?? text };
  }
  if (item.mark !== undefined) {
    const mark = facts.rows.texts.get(item.mark);
    const words = mark === undefined ? text : markBrokenOff(text, mark);
    return { place, role, tokens: item.tokens, form: { kind: 'broken off' } as const, text: words };
  }
  const sent = facts.attachments.find((one) => one.seq === seq);
  const tokens = sent?.tokens ?? (item.first === item.last ? item.tokens : stored);
  const images = !sent || sent.shown.length === 0 ? undefined : sent.shown.length;
  if (!item.cut) {
    const leftTokens = Math.max(0, stored - tokens);
    const form: MessageForm = sent?.note === undefined ? WHOLE : { kind: 'without images', leftTokens };
    return { place, role, tokens, form, images, text };
  }
  const form: MessageForm = { kind: 'cut', leftTokens: Math.max(0, stored - tokens) };
  return { place, role, tokens, form, images, text: text.slice(0, item.cut.head) };
}
