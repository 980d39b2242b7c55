import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { LeftRule } from '../message/left.js';
import {
  leave,
  listResults,
  type ContextEntry,
  type LeftOut,
  type ToolMessage,
  type ToolOutput,
  type ToolResultPart,
} from '../message/entries.js';

export interface PointedResult {
  index: number;
  result: ToolResultPart;
  tokens: number;
  limit: number;
  reason: 'spilled' | 'evicted';
}

export type FindPointer = (result: PointedResult) => string | undefined;

export function createResultCounter(
  countMessage: (message: ModelMessage) => number,
): (result: ToolResultPart) => number {
  const overhead = countMessage({ role: 'tool', content: [] });
  return (result) => countMessage({ role: 'tool', content: [result] }) - overhead;
}

export function showPointers(
  entry: ContextEntry,
  how: {
    rule: LeftRule;
    left: LeftOut[];
    countMessage: (message: ModelMessage) => number;
    pointerFor: (result: ToolResultPart) => string | undefined;
  },
): ContextEntry {
  const message = entry.message as ToolMessage;
  let isChanged = false;
  const results = new Map(listResults(message).map((result) => [result, how.pointerFor(result)]));
  const content = message.content.map((part) => {
    const pointer = part.type === 'tool-result' ? results.get(part) : undefined;
    if (pointer === undefined || part.type !== 'tool-result') return part;
    isChanged = true;
    return { ...part, output: pointAt(part.output, { pointer, keepsPictures: how.rule === 'evicted' }) };
  });
  if (!isChanged) return entry;
  const shown: ModelMessage = { ...message, content };
  const tokens = how.countMessage(shown);
  leave(how.left, { index: entry.index, rule: how.rule, tokens: entry.tokens - tokens });
  return { index: entry.index, message: shown, tokens };
}

export function pointAt(
  output: ToolOutput,
  { pointer, keepsPictures }: { pointer: string; keepsPictures: boolean },
): ToolOutput {
  if (output.type === 'error-text' || output.type === 'error-json')
    return { type: 'error-text', value: pointer };
  if (output.type === 'execution-denied') return { type: output.type, reason: pointer };
  const pictures =
    keepsPictures && output.type === 'content' ? output.value.filter((part) => part.type !== 'text') : [];
  if (pictures.length === 0) return { type: 'text', value: pointer };
  return { type: 'content', value: [{ type: 'text', text: pointer }, ...pictures] };
}
