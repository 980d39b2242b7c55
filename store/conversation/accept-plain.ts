import { sql } from 'kysely';
import type { NewTurn } from '../../protocol/activities/conversation.js';
import type { Database } from '../database.js';
import type { AcceptTurnsInput } from './accept-turns-input.js';
import { toAcceptedTurns, type AcceptTurnsResult } from './accepted-turns.js';
import type { LockedConversation, OrderedTurn } from './load-queue-state.js';
import { insertTurns } from './insert-turns.js';

/** Undefined if a message needs the conversation's lock, or if the conversation changed. */
export async function acceptPlain(
  db: Database,
  input: AcceptTurnsInput,
): Promise<AcceptTurnsResult | undefined> {
  const { turns, repeated = [], changes = [], drops = [], uploads = [] } = input;
  const others = [repeated, changes, drops, uploads];
  const isPlain = turns.length > 0 && others.every(({ length }) => length === 0);
  if (!isPlain || !turns.every(isText)) return undefined;
  const idle = await findIdle(db, input);
  if (!idle) return undefined;
  const before = { known: [], unfinished: idle.unfinished, hasAnswers: false, room: Infinity };
  const texts = turns.map((turn) => ({
    ...turn,
    messageText: {
      kind: 'read' as const,
      content: input.clean(turn.text ?? ''),
      attachments: [],
      instructions: null,
    },
  }));
  const unlocked = { ...input, turns: texts, before: idle.unfinished, needsIdle: true };
  const inserted = await insertTurns(db, unlocked, idle);
  return inserted && toAcceptedTurns(before, input, { stored: inserted.stored, overLimit: [] });
}

function isText(turn: NewTurn): boolean {
  const { kind, textRef, parts, output, retryOf, regenerateOf, editOf, whileRunning } = turn;
  const more = [textRef, parts, output, retryOf, regenerateOf, editOf, whileRunning];
  return kind === 'message' && more.every((field) => field == null);
}

type IdleConversation = LockedConversation & { unfinished: OrderedTurn[] };

async function findIdle(
  db: Database,
  { workflowId, turns }: AcceptTurnsInput,
): Promise<IdleConversation | undefined> {
  const ids = turns.map(({ turnId }) => turnId);
  const { rows } = await sql<IdleConversation>`
    select id, last_position, active_execution_id, (
        select coalesce(json_agg(json_build_object('turnId', turn_id, 'kind', kind, 'status', status, 'order', position,
          'whileRunning', while_running, 'part', null, 'contentHashes', null)), '[]'::json)
        from turn where conversation_id = conversation.id and status in ('queued', 'running')
      ) as unfinished
    from conversation
    where workflow_id = ${workflowId} and closed_at is null and active_execution_id is null
      -- A repeated id may be in a closed conversation.
      and not exists (
        select from conversation earlier join turn on conversation_id = earlier.id
        where earlier.workflow_id = ${workflowId} and turn_id = any(${ids}::text[]))
      and not exists (select from approval where answer_turn_id = any(${ids}::text[]))`.execute(db);
  return rows[0];
}
