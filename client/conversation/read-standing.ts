import type { PlacedStatement } from '../../context/standing/placed-statement.js';
import { settleStanding } from '../../context/standing/settle-standing.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import { loadStanding } from '../../store/standing/load-standing.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import type { StandingRequest } from '../../views/conversation.js';

/** Includes ancestors, oldest first. Empty for an unknown thread. */
export async function readStanding(
  context: ClientContext,
  { workflowId, ...options }: CallOptions & { workflowId: string },
): Promise<StandingRequest[]> {
  const { db } = context;
  return new Call(context, options).read(async () => {
    const conversationId = await findConversationId(db, workflowId);
    return conversationId === undefined ? [] : toRequests(await loadStanding(db, { conversationId }));
  });
}

function toRequests(statements: readonly PlacedStatement[]): StandingRequest[] {
  return settleStanding(statements).flatMap(({ statement, outcome }): StandingRequest[] => {
    if (outcome.kind === 'takes-back') return [];
    const { kind, text, depth, seq, start, end, atMs } = statement;
    const by = outcome.kind === 'stands' ? null : { depth: outcome.by.depth, seq: outcome.by.seq };
    const of = kind === 'preference' ? 'preference' : 'instruction';
    const at = new Date(atMs);
    return [{ kind: of, text, depth, seq, start, end, at, status: outcome.kind, by }];
  });
}
