import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ContextEntry } from '../message/entries.js';
import type { Position } from './kind.js';

const INDICES: Readonly<Record<Exclude<Position, 'spoken' | 'lead-in'>, number>> = {
  system: -1,
  opening: -0.5,
  closing: Infinity,
  last: Infinity,
};

const BEFORE = -0.5;

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
