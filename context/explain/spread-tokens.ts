/**
 * Adds to messages what their range has beyond their stored counts, in proportion: a class of text that a model counts
 * higher is known of the range, not of each message. The sum is exact. Without a total the messages stay as they are.
 */
export function spreadTokens<Message extends { tokens: number }>(
  messages: readonly Message[],
  total: number | undefined,
): readonly Message[] {
  const stored = messages.reduce((sum, { tokens }) => sum + tokens, 0);
  const extra = (total ?? stored) - stored;
  if (extra <= 0 || stored === 0) return messages;
  let before = 0;
  return messages.map((message) => {
    const share =
      Math.round((extra * (before + message.tokens)) / stored) - Math.round((extra * before) / stored);
    before += message.tokens;
    return { ...message, tokens: message.tokens + share };
  });
}
