import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ContextEntry } from '../entries.js';
import type { Position } from './kind.js';

/** Texts that are not messages of a thread come before its first message, or after its last. */
const INDICES: Readonly<Record<Exclude<Position, 'spoken'>, number>> = {
  system: -1,
  opening: -0.5,
  closing: Infinity,
  last: Infinity,
};

/** Makes a message an entry at its position; `index` is its place among those that are said. */
export function placeEntry(
  position: Position,
  message: ModelMessage,
  { index = 0, tokens = 0 }: { index?: number; tokens?: number } = {},
): ContextEntry {
  return { index: position === 'spoken' ? index : INDICES[position], message, tokens };
}
