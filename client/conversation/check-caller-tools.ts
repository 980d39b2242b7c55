import type { CallerTools } from '../../protocol/caller-tools.js';
import { isOneOff } from '../../protocol/one-off.js';
import type { ConversationKey } from '../../protocol/ids.js';
import { findPinnedVersion, findFlowVersion } from '../../store/flows/flows.js';
import type { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

export async function checkCallerTools(
  { context: { db }, call, key }: { context: ClientContext; call: Call; key: ConversationKey },
  given: CallerTools,
): Promise<void> {
  if (!isOneOff(key.channel ?? null))
    throw invalid('Tools of a caller are taken by a conversation that is for one answer alone');
  const flow = await call.read(async () => {
    const current = await findPinnedVersion(db, key.flow);
    return current && findFlowVersion(db, key.flow, current.version);
  });
  // Storing the message reports the unknown flow.
  if (flow === undefined) return;
  // Slow to load, and only needed with tools.
  const { callerToolsProblem } = await import('../../flow/output/caller-tools-problem.js');
  const problem = callerToolsProblem(flow, given);
  if (problem !== undefined) throw invalid(problem);
}

function invalid(message: string): ThreadlineError {
  return new ThreadlineError('Conversation.InvalidTurn', message);
}
