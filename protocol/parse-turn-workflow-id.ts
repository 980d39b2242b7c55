import type { ConversationKey } from './ids.js';

/** Reads the Workflow ID of a turn. Undefined: it is that of something else. */
export function parseTurnWorkflowId(id: string): (ConversationKey & { turnId: string }) | undefined {
  const [kind, flow, user, ...rest] = id.split('/');
  if (kind !== 'conversation' || flow === undefined || user === undefined) return undefined;
  // No channel has one of these two names.
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
    // Half a percent sign: no id of ours has it.
    return undefined;
  }
}
