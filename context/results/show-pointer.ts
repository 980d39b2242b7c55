import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { LeftRule } from '../left.js';
import {
  leave,
  listResults,
  type ContextEntry,
  type LeftOut,
  type ToolMessage,
  type ToolOutput,
  type ToolResultPart,
} from '../entries.js';

/** A tool result that a context has no room for as it is. */
export interface PointedResult {
  /** Place of its message. */
  index: number;
  result: ToolResultPart;
  /** Tokens of its output, without the message around it. */
  tokens: number;
  /** Tokens that the pointer may have. */
  limit: number;
  /** `spilled`: it is too large, and its pointer has a preview; `evicted`: it is old. */
  reason: 'spilled' | 'evicted';
}

/** Finds the text that points at a stored result; undefined: it is stored nowhere and must stay. */
export type FindPointer = (result: PointedResult) => string | undefined;

/** Makes the function that counts the output of one result, without the overhead of a message. */
export function createResultCounter(
  countMessage: (message: ModelMessage) => number,
): (result: ToolResultPart) => number {
  const overhead = countMessage({ role: 'tool', content: [] });
  return (result) => countMessage({ role: 'tool', content: [result] }) - overhead;
}

/**
 * Shows results of a tool message as their pointers. Results for which `pointerFor` gives none stay; the tokens that are
 * saved are noted as left out by the rule.
 */
export function showPointers(
  entry: ContextEntry,
  how: {
    rule: LeftRule;
    left: LeftOut[];
    countMessage: (message: ModelMessage) => number;
    pointerFor: (result: ToolResultPart) => string | undefined;
  },
): ContextEntry {
  // Results are a tool message's own parts.
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

/** Replaces an output by its pointer. An error stays an error; with `keepsPictures` the pictures stay beside the pointer. */
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
