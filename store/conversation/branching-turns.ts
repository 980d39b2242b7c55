import { sql } from 'kysely';
import type { Attachment } from '../../context/message/attachment.js';
import { isFinal, type TurnStatus } from '../../flow/execution/execution-status.js';
import type { NewTurn, RefusedTurn } from '../../protocol/activities/conversation.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { MessageData } from '../../protocol/message-data.js';
import type { TurnKind } from '../../protocol/final-status.js';
import type { MessageText } from './read-message.js';
import type { DatabaseTransaction } from '../database.js';
import { describeUnknownTurn } from '../branches/inherited-turn.js';

interface LeftTurn {
  position: number;
  kind: TurnKind | 'step';
  status: TurnStatus;
  hasJoined: boolean;
  isPlaced: boolean;
  text: string;
  attachments: Attachment[];
  instructions: string | null;
  data: MessageData | null;
  output: JsonSchema | null;
}

export type BranchingTurn = NewTurn & {
  branchOf: number;
  messageText: Extract<MessageText, { kind: 'read' }> | undefined;
};

export function needsPast({ kind, retryOf, regenerateOf, editOf }: NewTurn): boolean {
  return kind === 'switch' || (retryOf ?? regenerateOf ?? editOf) !== undefined;
}

export async function sortBranching<Turn extends NewTurn>(
  trx: DatabaseTransaction,
  { conversationId, turns }: { conversationId: number | undefined; turns: readonly Turn[] },
): Promise<{ turns: (Turn | BranchingTurn)[]; refused: RefusedTurn[] }> {
  const sorted: (Turn | BranchingTurn)[] = [];
  const refused: RefusedTurn[] = [];
  for (const turn of turns) {
    const { turnId, kind, regenerateOf, editOf } = turn;
    const of = regenerateOf ?? editOf;
    if (kind === 'switch') {
      const problem = await switchProblem(trx, { conversationId, branch: turn.branch });
      if (!problem) sorted.push(turn);
      else refused.push({ turnId, message: problem });
      continue;
    }
    if (of === undefined) {
      sorted.push(turn);
      continue;
    }
    const left = await findLeftTurn(trx, { conversationId, turnId: of });
    if (!left || left.kind !== 'message') {
      refused.push({ turnId, message: await describeUnknownTurn(trx, { conversationId, turnId: of }) });
      continue;
    }
    const problem = leaveProblem(left, turn);
    if (problem) {
      refused.push({ turnId, message: problem });
      continue;
    }
    const { position: branchOf, text: content, attachments, instructions } = left;
    const messageText =
      editOf === undefined ? ({ kind: 'read', content, attachments, instructions } as const) : undefined;
    const { data, output } = editOf === undefined ? left : turn;
    sorted.push({ ...turn, branchOf, messageText, data: data ?? undefined, output: output ?? undefined });
  }
  return { turns: sorted, refused };
}

function leaveProblem(left: LeftTurn, turn: NewTurn): string | undefined {
  const { regenerateOf, editOf, whileRunning } = turn;
  const of = regenerateOf ?? editOf ?? '';
  if (editOf !== undefined && left.hasJoined)
    return `Message '${of}' joined another turn, and has no place: edit that turn`;
  const isInterrupted = whileRunning === 'interrupt' && left.status === 'running';
  if (!isFinal(left.status) && !isInterrupted) return `Turn '${of}' has not ended: cancel it first`;
  return left.isPlaced ? undefined : `Turn '${of}' never began, so a branch cannot replace it`;
}

async function switchProblem(
  trx: DatabaseTransaction,
  { conversationId, branch }: { conversationId: number | undefined; branch: number | undefined },
): Promise<string | undefined> {
  if (conversationId === undefined || branch === undefined) return 'The conversation has no branches';
  if (branch === 0) return undefined;
  const row = await trx
    .selectFrom('branch')
    .select('number')
    .where('conversation_id', '=', conversationId)
    .where('number', '=', branch)
    .executeTakeFirst();
  return row ? undefined : `The conversation has no branch ${branch}`;
}

async function findLeftTurn(
  trx: DatabaseTransaction,
  { conversationId, turnId }: { conversationId: number | undefined; turnId: string },
): Promise<LeftTurn | undefined> {
  if (conversationId === undefined) return undefined;
  const { rows } = await sql<LeftTurn>`
    select whole.position, whole.kind, whole.status, turn.joined_step is not null as "hasJoined",
      exists (
        select from conversation_message placed where placed.conversation_id = ${conversationId}
          and placed.position = whole.position and placed.seq is not null) as "isPlaced",
      coalesce(content, '') as text, coalesce(attachments, '[]'::json) as attachments,
      whole.data, whole.output_schema as output, whole.instructions
    from turn
    join turn whole on whole.conversation_id = turn.conversation_id
      and whole.position = case when turn.joined_step is null then turn.position else turn.of_position end
    left join thread_message message on message.conversation_id = ${conversationId}
      and message.position = whole.position and message.role = 'user'
    where turn.conversation_id = ${conversationId} and turn.turn_id = ${turnId}`.execute(trx);
  return rows[0];
}
