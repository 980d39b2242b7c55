import type { ConversationKey } from './ids.js';

export function parseTurnWorkflowId(id: string): (ConversationKey & { turnId: string }) | undefined {
  const [kind, flow, user, ...rest] = id.split('/');
  if (kind !== 'conversation' || flow === undefined || user === undefined) return undefined;
  // Both names are reserved and never channels.
  const channel = rest[0] === 'thread' || rest[0] === 'turn' ? undefined : rest.shift();
  const thread = rest[0] === 'thread' ? rest.splice(0, 2)[1] : undefined;
  const [mark, turnId, ...below] = rest;
  if (mark !== 'turn' || turnId === undefined || below.length > 0) return undefined;
  try {
    return {
      flow: decodeURIComponent(flow),
      user: decodeURIComponent(user),
      ...(channel !== undefined && { channel: decodeURIComponent(channel) }),
      ...(thread !== undefined && { thread: decodeURIComponent(thread) }),
      turnId: decodeURIComponent(turnId),
    };
  } catch {
    // Malformed percent-encoding: not our id.
    return undefined;
  }
}
