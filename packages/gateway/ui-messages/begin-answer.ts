import { ThreadlineError } from '../../../client/threadline-error.js';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import type { FollowedTurn } from './answer-pieces.js';
import { parseApprovalId } from './approval-id.js';
import { checkResent } from './check-resent.js';
import { editTurnId, regenerateTurnId, type ChatIntent } from './chat-request.js';
import type { Chat } from './open-chat.js';

export async function begin(chat: Chat, intent: ChatIntent): Promise<FollowedTurn> {
  const { conversation } = chat;
  switch (intent.kind) {
    case 'send': {
      const { turnId, position } = await conversation.submit(intent.message, {
        whileRunning: intent.whileRunning,
      });
      return { turnId, sent: { turnId: intent.message.turnId, isQueued: position > 0 } };
    }
    case 'approve':
      return approve(chat, intent);
    case 'regenerate':
      return regenerate(chat, intent);
    case 'edit': {
      const { of, message, whileRunning } = intent;
      const { turnId } = await conversation.edit(of, message, { whileRunning });
      return { turnId };
    }
  }
}

async function approve(
  { caller, conversation }: Chat,
  { turnId, answers, outputs, sentBefore }: Extract<ChatIntent, { kind: 'approve' }>,
): Promise<FollowedTurn> {
  const rootId = turnWorkflowId(conversation.workflowId, turnId);
  for (const { approvalId, answer } of answers) {
    const question = parseApprovalId(approvalId, rootId);
    if (!question)
      throw new ThreadlineError('Gateway.InvalidRequest', 'An approval id does not belong to this answer');
    const { executionId, nodeId, iteration, call } = question;
    await unlessSettled(
      caller.client.executions.answer(executionId, { nodeId, iteration, call: call ?? undefined, answer }),
    );
  }
  // Ignores outputs that no call waits for: those of tools that ran on a worker.
  for (const output of outputs) await unlessSettled(caller.client.executions.answer(rootId, output));
  return { turnId, sentBefore, answered: new Set(answers.map(({ approvalId }) => approvalId)) };
}

/** If another answer was first, the page gets its outcome. */
async function unlessSettled(answering: Promise<unknown>): Promise<void> {
  try {
    await answering;
  } catch (error) {
    if (!(error instanceof ThreadlineError && error.type === 'Approval.NotWaiting')) throw error;
  }
}

/** Follows a running turn, retries a failed one, or sends a lost message. Otherwise answers again in a new branch. */
async function regenerate(
  { conversation }: Chat,
  intent: Extract<ChatIntent, { kind: 'regenerate' }>,
): Promise<FollowedTurn> {
  const { message, whileRunning } = intent;
  const unfinished = await conversation.unfinished();
  let { turnId } = intent;
  let last: TurnEvent | undefined;
  // An edited message keeps its id.
  const edit = message && (await editTurnId(message));
  for (const id of edit === undefined ? [turnId] : [edit, turnId]) {
    turnId = id;
    if (unfinished.includes(id)) break;
    last = await findEnd(conversation.stream(id));
    if (last) break;
  }
  const isKnown = last !== undefined || unfinished.includes(turnId);
  if (message && turnId !== edit && isKnown) await checkResent(conversation, { turnId, message });
  if (unfinished.includes(turnId)) return { turnId };
  switch (last?.type) {
    case 'failed':
    case 'cancelled':
      return conversation.retry(turnId);
    case undefined:
      if (!message) throw new ThreadlineError('Client.NotFound', 'The message does not exist');
      return conversation.submit(message);
    default: {
      const branches = await conversation.branches();
      const tries = branches.flatMap((branch) => (branch.ofTurnId === turnId ? (branch.turnId ?? []) : []));
      const running = tries.find((one) => unfinished.includes(one));
      // A repeated request gets the same id, so it is the same attempt.
      const again = running ?? regenerateTurnId(turnId, tries.length);
      return running === undefined
        ? conversation.regenerate(turnId, { turnId: again, whileRunning })
        : { turnId: again };
    }
  }
}

async function findEnd(events: AsyncIterable<TurnEvent>): Promise<TurnEvent | undefined> {
  let last: TurnEvent | undefined;
  try {
    for await (const event of events) last = event;
  } catch (error) {
    if (!(error instanceof ThreadlineError && error.type === 'Client.NotFound')) throw error;
  }
  return last;
}
