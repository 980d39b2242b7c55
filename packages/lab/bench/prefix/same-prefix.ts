import type { ModelMessage } from '@ai-sdk/provider-utils';

/** Tokens of all calls, and how many of them stood in the same place of the call before. */
export interface PrefixTokens {
  sent: number;
  same: number;
}

/** The messages that a request begins with as the one before did. */
export function samePrefix(
  messages: readonly ModelMessage[],
  before: readonly ModelMessage[],
): readonly ModelMessage[] {
  const other = messages.findIndex((message, at) => JSON.stringify(message) !== JSON.stringify(before[at]));
  return messages.slice(0, other < 0 ? messages.length : other);
}
