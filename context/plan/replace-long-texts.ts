import type { ModelMessage } from '@ai-sdk/provider-utils';
import { replaceMessage, type ContextEntry, type LeftOut, type Stage } from '../message/entries.js';
import { replaceLongText } from './replace-long-text.js';

export interface ReplaceLongTextsInput {
  entries: readonly ContextEntry[];
  turnStart: number;
  messageCharacters: number;
  isIndexed: (index: number) => boolean;
  countMessage: (message: ModelMessage) => number;
}

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
