import fc from 'fast-check';
import type { AboveLevel, AboveMessage } from '../../../context/threads/above-level.js';
import { wellFormed } from '../../../context/text/well-formed.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { text, type TextDraft } from './arbitrary-text.js';
import { wholeCharacter } from '../../../context/results/whole-character.js';

export interface StoredLevel {
  depth: number;
  messages: readonly { role: 'user' | 'assistant'; name: string | null; content: string }[];
  clearedThrough: number;
  summary: { content: string; coversThrough: number } | null;
  anchor: { seq: number; part: string | null };
}

const message = fc.record({
  role: fc.constantFrom('user' as const, 'assistant' as const),
  name: fc.constantFrom(null, null, null, 'Ada'),
  draft: text,
});

const level = fc.record({
  messages: fc.array(message, { minLength: 1, maxLength: 14 }),
  anchor: fc.nat(13),
  isWhole: fc.boolean(),
  cleared: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(14) }),
  covered: fc.option(fc.nat(12), { nil: undefined, freq: 2 }),
  summary: text,
});

export function aboveLevels(threadDepth: number): fc.Arbitrary<StoredLevel[]> {
  return fc.array(level, { minLength: threadDepth, maxLength: threadDepth }).map((drafts) =>
    drafts.map(({ messages, anchor, isWhole, cleared, covered, summary }, depth) => {
      const stored = messages.map(({ role, name, draft }, at) => ({
        role,
        name,
        content: say(draft, tagOf(depth, at + 1)),
      }));
      const seq = (anchor % messages.length) + 1;
      const coversThrough = Math.min(seq, (covered ?? 0) + 1 + cleared);
      return {
        depth,
        messages: stored,
        clearedThrough: Math.min(cleared, messages.length),
        summary:
          covered === undefined || coversThrough <= cleared
            ? null
            : { coversThrough, content: say(summary, `L${depth}summary:`) },
        anchor: { seq, part: isWhole ? null : beginning(stored[seq - 1]?.content ?? '') },
      };
    }),
  );
}

export function tagOf(depth: number, seq: number): string {
  return `L${depth}m${seq}:`;
}

function say(draft: TextDraft, tag: string): string {
  return wellFormed(draft(tag));
}

export function toLevels(stored: readonly StoredLevel[]): AboveLevel[] {
  return stored.map(({ depth, messages, clearedThrough, summary, anchor: { seq, part } }) => {
    const running = [0];
    const all = messages.map(({ role, name, content }, at): AboveMessage => {
      const tokens = countMessageTokens({ role, content });
      running.push((running.at(-1) ?? 0) + tokens);
      const isBeginning = content.length > 2_000;
      return {
        seq: at + 1,
        role,
        name,
        tokens,
        isBeginning,
        text: isBeginning ? content.slice(0, 2_000) : content,
        runningTokens: running.at(-1) ?? 0,
      };
    });
    const hung = all[seq - 1]!;
    const after = Math.max(clearedThrough, summary?.coversThrough ?? 0);
    return {
      conversationId: depth + 1,
      depth,
      cleared: { seq: clearedThrough, runningTokens: running[clearedThrough] ?? 0 },
      summary: summary && { ...summary, ordinal: 2, runningTokens: running[summary.coversThrough] ?? 0 },
      anchor: {
        seq,
        role: hung.role,
        text: part ?? messages[seq - 1]!.content,
        isWhole: part === null,
        tokens: hung.tokens,
        runningTokens: hung.runningTokens,
      },
      messages: all.filter((one) => one.seq > after),
    };
  });
}

function beginning(text: string): string {
  return text.slice(0, wholeCharacter(text, 12));
}
