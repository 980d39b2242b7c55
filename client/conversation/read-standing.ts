import { settleStanding } from '../../context/standing/settle-standing.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import { loadStanding, type StoredStatement } from '../../store/standing/load-standing.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { withdrawStanding } from '../../store/standing/withdraw-standing.js';
import { loadMemoryUses } from '../../store/calls/memory-uses.js';
import type { StandingRequest } from '../../views/conversation.js';
import type { MemoryUses } from '../../views/memory.js';
import { ThreadlineError } from '../threadline-error.js';
import { conversationWorkflowId, type ConversationKey } from '../../protocol/ids.js';

/** Includes ancestors' requests, oldest first. */
export async function readStanding(
  context: ClientContext,
  { workflowId, ...options }: CallOptions & { workflowId: string },
): Promise<StandingRequest[]> {
  const { db } = context;
  return new Call(context, options).read(async () => {
    const conversationId = await findConversationId(db, workflowId);
    if (conversationId === undefined) return [];
    return toRequests(await loadStanding(db, { conversationId, hasWithdrawn: true }));
  });
}

/** As `standing` returns it. */
export type StandingKey = Pick<StandingRequest, 'depth' | 'seq' | 'ordinal'>;

export async function withdraw(
  context: ClientContext,
  key: ConversationKey,
  { isWithdrawn, depth, seq, ordinal }: StandingKey & { isWithdrawn: boolean },
): Promise<void> {
  const { db } = context;
  const isKnown = await new Call(context).store(async () => {
    const conversationId = await findConversationId(db, conversationWorkflowId(key));
    if (conversationId === undefined) return false;
    return withdrawStanding(db, { conversationId, depth, seq, ordinal, isWithdrawn });
  });
  if (!isKnown) throw new ThreadlineError('Client.NotFound', 'The standing request does not exist');
}

export async function readMemoryUses(
  context: ClientContext,
  { workflowId, ...options }: CallOptions & { workflowId: string },
): Promise<MemoryUses> {
  const { db } = context;
  return new Call(context, options).read(async () => {
    const conversationId = await findConversationId(db, workflowId);
    return conversationId === undefined
      ? { calls: 0, standing: [], summaries: [] }
      : loadMemoryUses(db, conversationId);
  });
}

function toRequests(statements: readonly StoredStatement[]): StandingRequest[] {
  const withdrawn = statements.filter(({ isWithdrawn }) => isWithdrawn);
  const settled = settleStanding(statements.filter(({ isWithdrawn }) => !isWithdrawn));
  return [
    ...settled.flatMap(({ statement, outcome }) => {
      if (outcome.kind === 'takes-back') return [];
      const by = outcome.kind === 'stands' ? null : { depth: outcome.by.depth, seq: outcome.by.seq };
      return [toRequest(statement, { status: outcome.kind, by })];
    }),
    ...withdrawn.map((statement) => toRequest(statement, { status: 'withdrawn', by: null })),
  ].sort((one, other) => one.depth - other.depth || one.seq - other.seq || one.ordinal - other.ordinal);
}

function toRequest(
  { kind, text, depth, seq, ordinal, start, end, atMs }: StoredStatement,
  outcome: Pick<StandingRequest, 'status' | 'by'>,
): StandingRequest {
  const of = kind === 'preference' ? 'preference' : 'instruction';
  return { kind: of, text, depth, seq, ordinal, start, end, at: new Date(atMs), ...outcome };
}
