import type { Updateable } from 'kysely';
import { typedText } from '../../context/message/typed-text.js';
import { isFinal, type TurnStatus } from '../../flow/execution/execution-status.js';
import type { ChangeOutcome, PartOfTurn, TurnChange } from '../../protocol/activities/conversation.js';
import type { QueueJump, WhileRunning } from '../../protocol/while-running.js';
import { describeUnknownTurn } from '../branches/inherited-turn.js';
import type { DatabaseTransaction } from '../database.js';
import { changeText, findText } from './change-text.js';
import type { TurnTable } from '../tables/conversation.table.js';
import { findJoinedTurns } from './find-joined.js';
import type { OrderedTurn } from './load-queue-state.js';
import { compareTurns, findSteered } from './turn-sequence.js';

const MAX_CHANGE_IDS = 8;

interface ChangedRow {
  kind: string;
  status: TurnStatus;
  while_running: QueueJump | null;
  branch_of: number | null;
  joined_step: number | null;
  change_ids: string[] | null;
  isPlain: boolean;
}

interface ChangeInput {
  workflowId: string;
  conversationId: number | undefined;
  change: TurnChange;
  open: readonly OrderedTurn[];
  countTokens: (text: string) => number;
  clean: (text: string) => string;
}

/**
 * Changes queued turns in place, in order. `open` lists the unfinished turns, whose modes follow the changes.
 * Repeating a change that was stored is not refused, even if the turn has started since. `joined` returns the
 * messages that joined a turn since.
 */
export async function changeTurns(
  trx: DatabaseTransaction,
  input: Omit<ChangeInput, 'change'> & { changes: readonly TurnChange[] },
): Promise<{ changes: ChangeOutcome[]; joined: PartOfTurn[] }> {
  const changes: ChangeOutcome[] = [];
  for (const change of input.changes) changes.push(await changeTurn(trx, { ...input, change }));
  const messageIds = input.changes.map(({ turnId }) => turnId);
  const joined = messageIds.length === 0 ? [] : await findJoinedTurns(trx, { ...input, messageIds });
  return { changes, joined };
}

async function changeTurn(trx: DatabaseTransaction, input: ChangeInput): Promise<ChangeOutcome> {
  const {
    conversationId,
    change: { turnId, whileRunning: mode, updateId },
  } = input;
  const row = conversationId === undefined ? undefined : await findRow(trx, { conversationId, turnId });
  if (conversationId === undefined || row?.kind !== 'message')
    return invalid(await describeUnknownTurn(trx, { conversationId, turnId }));
  const ids = row.change_ids ?? [];
  // A worker that was presumed dead may repeat a change after newer ones.
  if (updateId !== undefined && ids.includes(updateId)) return { turnId };
  const text = await readText(trx, input);
  if (text === null) return invalid('No text is stored under that reference for this conversation');
  const old = text === undefined ? undefined : await findText(trx, { conversationId, turnId });
  const isNewText = text !== undefined && text !== (old && typedText(old.content, old.attachments));
  if (row.status !== 'queued') {
    const isRepeatedMode = mode === undefined || isRepeated(row, toJump(mode));
    return isRepeatedMode && !isNewText ? { turnId } : notQueued(turnId, row.status);
  }
  if (mode === 'steer' && row.branch_of !== null)
    return invalid(`Message '${turnId}' begins a branch: it cannot join the running turn`);
  if (mode !== undefined) await changeMode(trx, { ...input, conversationId, row, mode });
  if (isNewText && old) await changeText(trx, old, { ...input, text });
  if (updateId !== undefined)
    await updateRow(trx, { conversationId, turnId, change_ids: [...ids, updateId].slice(-MAX_CHANGE_IDS) });
  return { turnId };
}

/** Null if nothing is stored under the reference. Stays stored, because a killed worker reads it again. */
async function readText(
  trx: DatabaseTransaction,
  { workflowId, change: { text, textRef }, clean }: ChangeInput,
): Promise<string | null | undefined> {
  if (textRef === undefined) return text === undefined ? undefined : clean(text);
  const stored = await trx
    .selectFrom('stored_text')
    .select('content')
    .where('id', '=', textRef)
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();
  return stored ? clean(stored.content) : null;
}

async function changeMode(
  trx: DatabaseTransaction,
  {
    conversationId,
    change: { turnId },
    open,
    row,
    mode,
  }: ChangeInput & { conversationId: number; row: ChangedRow; mode: WhileRunning },
): Promise<void> {
  const whileRunning = toJump(mode);
  const turn = open.find((other) => other.turnId === turnId);
  if (!turn) throw new Error(`The queued turn '${turnId}' is not among the unfinished turns`);
  turn.whileRunning = whileRunning;
  const ahead = open.filter((other) => other !== turn && compareTurns(other, turn) < 0);
  const steered = whileRunning === 'steer' && row.isPlain ? findSteered(ahead) : undefined;
  await updateRow(trx, {
    conversationId,
    turnId,
    while_running: whileRunning,
    of_position: steered?.order ?? null,
  });
}

async function updateRow(
  trx: DatabaseTransaction,
  { conversationId, turnId, ...columns }: { conversationId: number; turnId: string } & Updateable<TurnTable>,
): Promise<void> {
  await trx
    .updateTable('turn')
    .set(columns)
    .where('conversation_id', '=', conversationId)
    .where('turn_id', '=', turnId)
    .execute();
}

function toJump(mode: WhileRunning): QueueJump | null {
  return mode === 'queue' ? null : mode;
}

/** The mode of an ended message counts as stored only if it took effect. */
function isRepeated({ status, while_running, joined_step }: ChangedRow, mode: QueueJump | null): boolean {
  if (while_running !== mode) return false;
  return !isFinal(status) || mode === 'interrupt' || (mode === 'steer' && joined_step !== null);
}

/** `isPlain` is true unless the message has data, an output or instructions, with which it joins no turn. */
async function findRow(
  trx: DatabaseTransaction,
  { conversationId, turnId }: { conversationId: number; turnId: string },
): Promise<ChangedRow | undefined> {
  return trx
    .selectFrom('turn')
    .select(['kind', 'status', 'while_running', 'branch_of', 'joined_step', 'change_ids'])
    .select((eb) =>
      eb
        .and([eb('data', 'is', null), eb('output_schema', 'is', null), eb('instructions', 'is', null)])
        .$castTo<boolean>()
        .as('isPlain'),
    )
    .where('conversation_id', '=', conversationId)
    .where('turn_id', '=', turnId)
    .executeTakeFirst();
}

function invalid(problem: string): ChangeOutcome {
  return { type: 'Conversation.InvalidTurn', problem };
}

function notQueued(turnId: string, status: TurnStatus): ChangeOutcome {
  const problem = isFinal(status)
    ? `Message '${turnId}' has already ended or joined a turn: send a new message`
    : `Message '${turnId}' has already started: cancel its turn, or send a new message`;
  return { type: 'Turn.NotQueued', problem };
}
