import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ContextEntry } from '../entries.js';
import type { Position } from './kind.js';

/** Texts that are not messages of a thread come before its first message, or after its last. */
const INDICES: Readonly<Record<Exclude<Position, 'spoken' | 'lead-in'>, number>> = {
  system: -1,
  opening: -0.5,
  closing: Infinity,
  last: Infinity,
};

/** A text that leads to a message stands right before it. */
const BEFORE = -0.5;

/** Makes a message an entry at its position; `index` is its place among those that are said, or that of the one it leads to. */
export function placeEntry(
  position: Position,
  message: ModelMessage,
  { index = 0, tokens = 0 }: { index?: number; tokens?: number } = {},
): ContextEntry {
  switch (position) {
    case 'spoken':
      return { index, message, tokens };
    case 'lead-in':
      return { index: index + BEFORE, message, tokens };
    default:
      return { index: INDICES[position], message, tokens };
  }
}
