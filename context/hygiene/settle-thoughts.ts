import type { ModelMessage } from '@ai-sdk/provider-utils';
import { leave, replaceMessage, type ContextEntry, type LeftOut, type Stage } from '../message/entries.js';
import { listParts } from '../grammar/loose-message.js';
import type { Grammar } from '../grammar/grammar.js';
import { withoutBoundMarks } from './own-marks.js';
import { canThoughtsStandAlone } from './thoughts.js';

/** Treats adjacent messages as one answer, because its thoughts may be separate messages. */
export function settleThoughts(
  entries: readonly ContextEntry[],
  { grammar, countMessage }: { grammar: Grammar; countMessage: (message: ModelMessage) => number },
): Stage {
  const left: LeftOut[] = [];
  const kept = canThoughtsStandAlone(grammar) ? entries : dropLoneThoughts(entries, left);
  let hasThought = false;
  const settled = kept.map((entry) => {
    const { message } = entry;
    if (message.role !== 'assistant' || typeof message.content === 'string') {
      hasThought &&= message.role === 'assistant';
      return entry;
    }
    hasThought ||= message.content.some(({ type }) => type === 'reasoning');
    if (hasThought) return entry;
    const content = withoutBoundMarks(message.content, grammar);
    if (content.every((part, at) => part === message.content[at])) return entry;
    return replaceMessage(entry, { ...message, content } as ModelMessage, {
      rule: 'hygiene',
      left,
      countMessage,
    });
  });
  return { entries: settled, left };
}

function dropLoneThoughts(entries: readonly ContextEntry[], left: LeftOut[]): ContextEntry[] {
  const kept: ContextEntry[] = [];
  let isFollowed = false;
  for (const entry of entries.toReversed()) {
    const isAnswer = entry.message.role === 'assistant';
    const isLone: boolean = isAnswer && !isFollowed && isThought(entry.message);
    isFollowed = isAnswer && !isLone;
    if (isLone) leave(left, { ...entry, rule: 'hygiene' });
    else kept.push(entry);
  }
  return kept.reverse();
}

function isThought(message: ModelMessage): boolean {
  const parts = listParts(message);
  return parts.length > 0 && parts.every(({ type }) => type === 'reasoning');
}
