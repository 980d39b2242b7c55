import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { ListedBranch } from '../../views/conversation.js';

const MAX_BRANCHES = 200;

export async function listBranches(db: Database, workflowId: string): Promise<ListedBranch[]> {
  const { rows } = await sql<ListedBranch>`
    with conversation as (
      select id, branch, last_seq, created_at, updated_at from conversation
      where workflow_id = ${workflowId} order by id desc limit 1
    ), listed as (
      (select 0 as number, null::integer as parent, null::integer as of_position, null::integer as begun_position,
        coalesce((select begins_after from branch where conversation_id = conversation.id and number = 0), 0) as begins_after,
        created_at from conversation)
      union all
      (select number, parent, of_position, begun_position, begins_after, created_at from branch
        where conversation_id = (select id from conversation) and number > 0
        order by number desc limit ${MAX_BRANCHES})
    )
    select listed.number, listed.number = conversation.branch as "isCurrent", listed.parent,
      left_turn.turn_id as "ofTurnId", begun.turn_id as "turnId", listed.begins_after as "beginsAfter",
      case when listed.number = conversation.branch then conversation.last_seq
        else coalesce(head.last_seq, 0) end as messages,
      (select left(content, 80) from thread_message first
        where first.conversation_id = id and first.branch = listed.number and first.seq = listed.begins_after + 1
      ) as "firstWords", listed.created_at as "createdAt",
      case when listed.number = conversation.branch then conversation.updated_at
        else coalesce(head.updated_at, listed.created_at) end as "updatedAt"
    from conversation cross join listed
    left join branch head on head.conversation_id = id and head.number = listed.number
    left join turn left_turn on left_turn.conversation_id = id and left_turn.position = listed.of_position
    left join turn begun on begun.conversation_id = id and begun.position = listed.begun_position
    order by listed.number`.execute(db);
  return rows;
}
