import type { ContextEntry } from '../message/entries.js';
import type { LeftRange } from '../message/left.js';
import { aboveRoom } from '../call/look-up.js';
import { leadingShare } from '../call/shares.js';
import type { CallModel } from '../call/to-call-model.js';
import type { AboveLevel, AboveMessage } from '../threads/above-level.js';
import { renderAbove } from '../threads/render-above.js';
import { anchorRange, sliceRange } from '../threads/anchor-range.js';

export interface TranscriptLevel {
  messages: readonly { role: 'user' | 'assistant'; content: string; name?: string }[];
  summary?: { text: string; coversThrough: number };
  anchor: { message: number; start?: number; end?: number };
}

export function renderTranscriptAbove(
  levels: readonly TranscriptLevel[],
  { model, behind }: { model: CallModel; behind: number },
): { entries: ContextEntry[]; left: readonly LeftRange[] } {
  const room = aboveRoom(leadingShare(model));
  const { texts, left } = renderAbove({
    levels: levels.map((level, depth) => toLevel(level, { depth, model })),
    isIsolated: false,
    room,
    anchorRoom: room,
    budgets: undefined,
    countText: model.plain.countText,
    tokenFactor: model.tokenFactor,
  });
  const entries = texts.map(({ text }) => {
    const message = { role: 'system' as const, content: text };
    return { index: behind - 0.5, message, tokens: model.counters.countMessage(message) };
  });
  return { entries, left };
}

function toLevel(
  { messages, summary, anchor }: TranscriptLevel,
  { depth, model: { plain } }: { depth: number; model: CallModel },
): AboveLevel {
  const running = [0];
  const stored = messages.map(({ role, content, name = null }, at): AboveMessage => {
    const tokens = plain.countMessage({ role, content });
    const runningTokens = (running[at] ?? 0) + tokens;
    running.push(runningTokens);
    return { seq: at + 1, role, name, text: content, isBeginning: false, tokens, runningTokens };
  });
  const hung = stored[anchor.message - 1];
  const part = hung ? anchorRange(hung.text, anchor) : { kind: 'outside' as const };
  if (!hung || part.kind === 'outside')
    throw new Error(
      `Level ${depth} above does not have message ${anchor.message}, or not the anchored part of it`,
    );
  const coversThrough = summary?.coversThrough ?? 0;
  // A summary past the anchor would reveal what follows it.
  const isUsed = summary !== undefined && coversThrough <= anchor.message;
  const { seq, role, tokens, runningTokens } = hung;
  const range = part.kind === 'part' ? part.range : null;
  return {
    conversationId: depth,
    depth,
    cleared: { seq: 0, runningTokens: 0 },
    summary: isUsed
      ? { ordinal: 1, content: summary.text, coversThrough, runningTokens: running[coversThrough] ?? 0 }
      : null,
    anchor: { seq, role, tokens, runningTokens, text: sliceRange(hung.text, range), isWhole: range === null },
    messages: stored,
  };
}
