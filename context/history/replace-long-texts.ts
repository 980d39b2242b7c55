import type { ModelMessage } from '@ai-sdk/provider-utils';
import { replaceMessage, type ContextEntry, type LeftOut, type Stage } from '../entries.js';
import { replaceLongText } from './replace-long-text.js';

export interface ReplaceLongTextsInput {
  entries: readonly ContextEntry[];
  /** Index of the turn's own message; texts from there on stay as they are. */
  turnStart: number;
  /** Characters that a text may have. */
  messageCharacters: number;
  isIndexed: (index: number) => boolean;
  countMessage: (message: ModelMessage) => number;
}

/** The first phase of cutting a history: a placeholder replaces each plain text that is too long. */
export function replaceLongTexts(input: ReplaceLongTextsInput): Stage {
  const { turnStart, messageCharacters, isIndexed, countMessage } = input;
  const left: LeftOut[] = [];
  const entries = input.entries.map((entry) => {
    const { index, message } = entry;
    if (index >= turnStart || (message.role !== 'user' && message.role !== 'assistant')) return entry;
    if (typeof message.content !== 'string') return entry;
    const content = replaceLongText({
      characters: message.content.length,
      beginning: message.content,
      messageCharacters,
      isIndexed: isIndexed(index),
    });
    if (content === undefined) return entry;
    return replaceMessage(entry, { ...message, content }, { rule: 'placeholder', left, countMessage });
  });
  return { entries, left };
}
