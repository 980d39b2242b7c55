import type { ModelMessage } from '@ai-sdk/provider-utils';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';

const counts = new WeakMap<ModelMessage, number>();

export function countOnce(message: ModelMessage): number {
  const known = counts.get(message) ?? countMessageTokens(message);
  counts.set(message, known);
  return known;
}

export function sumOnce(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + countOnce(message), 0);
}
