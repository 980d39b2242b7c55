import { toConversationKey, type ConversationKey } from './ids.js';

export interface WorkflowIdParts extends Omit<ConversationKey, 'user'> {
  user?: string;
  turnId?: string;
  conversationId?: string;
  rootId?: string;
}

export function parseWorkflowId(id: string): WorkflowIdParts | undefined {
  const [kind, flow, owner, ...rest] = id.split('/');
  if (flow === undefined || owner === undefined) return undefined;
  if (kind === 'execution') return parseExecution(flow, owner);
  if (kind !== 'conversation') return undefined;
  const channel = rest[0] !== undefined && !AFTER_CHANNEL.has(rest[0]) ? rest.shift() : undefined;
  const thread = rest[0] === 'thread' ? rest.splice(0, 2)[1] : undefined;
  const conversationId = [
    kind,
    flow,
    owner,
    ...(channel === undefined ? [] : [channel]),
    ...(thread === undefined ? [] : ['thread', thread]),
  ].join('/');
  const turn = rest[0] === 'turn' ? rest[1] : undefined;
  return {
    flow: decode(flow),
    user: decode(owner),
    channel: channel && decode(channel),
    thread: thread && decode(thread),
    conversationId,
    turnId: turn && decode(turn),
    rootId: turn === undefined ? undefined : `${conversationId}/turn/${turn}`,
  };
}

export function parseTurnWorkflowId(id: string): (ConversationKey & { turnId: string }) | undefined {
  const parts = parseWorkflowId(id);
  if (parts?.rootId !== id || parts.user === undefined || parts.turnId === undefined) return undefined;
  const { flow, user, channel, thread, turnId } = parts;
  return { ...toConversationKey({ flow, user, channel, thread }), turnId };
}

const AFTER_CHANNEL = new Set(['thread', 'turn', 'upkeep']);

function parseExecution(flow: string, owner: string): WorkflowIdParts {
  const [user, own] = owner.split(':');
  return {
    flow: decode(flow),
    user: user === undefined || own === undefined ? undefined : decode(user),
    rootId: `execution/${flow}/${owner}`,
  };
}

/** Only outside conversations. */
export function readStartId(executionId: string): string {
  return decode(executionId.split('/')[2]?.split(':').at(-1) ?? '');
}

/** Other clients may choose invalid percent-encoding. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
