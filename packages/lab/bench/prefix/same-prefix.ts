import type { ModelMessage } from '@ai-sdk/provider-utils';

export interface PrefixTokens {
  sent: number;
  same: number;
}

export function samePrefix(
  messages: readonly ModelMessage[],
  before: readonly ModelMessage[],
): readonly ModelMessage[] {
  const other = messages.findIndex((message, at) => JSON.stringify(message) !== JSON.stringify(before[at]));
  return messages.slice(0, other < 0 ? messages.length : other);
}
