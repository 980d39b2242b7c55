import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../../store/database.js';
import { user } from './row-case.js';

export const BUSY_USER = 'busy';
export const LONG_CHAT = `conversation/assistant/${BUSY_USER}/1`;
export const PLAIN_USER = 'plain';
export const LIMITED = 'limited';
const MANY = 3_000;
const LONG_CHAT_TURNS = 20_000;
const OPEN_TURNS = 300;
const LONG_TEXT = 1_500;
const isOpen = sql`nth % 10 = 0`;
const oneADay = sql`now() - make_interval(days => ${MANY}::integer - nth::integer)`;
const USERS = 4;
const someUser = sql`case when nth % ${USERS}::integer = 0 then ${BUSY_USER} else ${`${BUSY_USER}-`} || nth end`;

async function markRows(db: Database): Promise<void> {
  await sql`insert into flow (slug, current_version) values ('rare', 1)`.execute(db);
  await sql`insert into flow_version (flow_slug, version, definition, hash, needs)
    select 'rare', 1, definition, 'rare', needs from flow_version limit 1`.execute(db);
  const some = (nth: number) => sql`id in (
    select id from execution where conversation_id is not null order by id offset ${nth * 100}::integer limit 60)`;
  await sql`update execution set flow_slug = 'rare', flow_version = 1,
    user_id = case when id % 10 = 0 then ${PLAIN_USER} else user_id end where ${some(1)}`.execute(db);
  await sql`update execution set status = 'failed', error_type = 'Model.Unavailable' where ${some(2)}`.execute(
    db,
  );
  await sql`update execution set status = 'running', finished_at = null where ${some(3)}`.execute(db);
  await sql`update turn set status = 'queued', finished_at = null
    where (conversation_id, position) in (select conversation_id, position from execution where ${some(3)})`.execute(
    db,
  );
  await sql`update execution set workflow_id = replace(workflow_id, '/assistant/', ${`/${LIMITED}/`})
    where id in (select id from execution where conversation_id is null and parent_id is null order by id offset 100 limit 60)`.execute(
    db,
  );
  await sql`insert into execution (workflow_id, flow_slug, flow_version, user_id, status, created_at, finished_at)
    select 'execution/assistant/' || ${PLAIN_USER} || ':plain-' || nth || case when nth % 10 = 0 then '~rerun-1' else '' end, 'assistant', 1, ${PLAIN_USER}, 'completed',
      now() - interval '3 hours', now() - interval '3 hours'
    from generate_series(1, (select count(*) from execution)) nth`.execute(db);
  await sql`update conversation set updated_at = now(), last_message_at = now()
    where id <= ${await lastUsed(db)}`.execute(db);
  await sql`insert into memory (user_id, kind, key, value) select ${user(100)}, 'fact', 'k' || nth, 'x'
    from generate_series(1, 1000) nth`.execute(db);
  await sql`update context_manifest set manifest = jsonb_set(manifest::jsonb, '{facts}', '[[1, 0]]')::json
    where execution_id in (select id from execution where user_id = ${user(100)})`.execute(db);
}

export async function lastUsed(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select min(id) + (max(id) - min(id)) / 10 as id from conversation`.execute(db);
  return rows[0]?.id ?? 0;
}

export async function addRareRows(db: Database): Promise<void> {
  await markRows(db);
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await addBusyUser(trx);
    await addFiles(trx);
    await addApprovals(trx);
    await addCalls(trx);
    await addRest(trx);
  });
  await sql`vacuum (analyze)`.execute(db);
}

async function addBusyUser(db: Database): Promise<void> {
  const longChat = sql`(select id from conversation where workflow_id = ${LONG_CHAT})`;
  await sql`insert into conversation (workflow_id, flow_slug, user_id, channel)
    select 'conversation/assistant/' || ${BUSY_USER} || '/' || nth, 'assistant', ${BUSY_USER}, nth
    from generate_series(1, ${MANY}::integer) nth`.execute(db);
  await sql`insert into turn (conversation_id, position, turn_id, user_id, kind, status, while_running, of_position,
      joined_step, retry_of, finished_at)
    select ${longChat}, nth, 'turn-' || nth, ${BUSY_USER}, 'message',
      case when nth > ${LONG_CHAT_TURNS - OPEN_TURNS} then 'queued' else 'completed' end,
      case when nth % 5 = 0 then 'steer' end, case when nth % 5 = 0 then nth - 1 end, case when nth % 5 = 0 then 1 end,
      case when nth % 5 = 2 then nth - 1 end, case when nth <= ${LONG_CHAT_TURNS - OPEN_TURNS} then now() end
    from generate_series(1, ${LONG_CHAT_TURNS}::integer) nth`.execute(db);
  await sql`insert into summary (conversation_id, ordinal, position, way, status, covers_from, covers_through, content,
      budget, model, created_at)
    select ${longChat}, nth, nth, 'summarize', 'adopted', 1, nth, repeat('x', ${LONG_TEXT}), 1000, 'model', ${oneADay}
    from generate_series(1, ${MANY}::integer) nth`.execute(db);
  await sql`insert into summary (conversation_id, ordinal, position, way, status, model, created_at)
    select id, 1, 1, 'summarize', 'failed', 'model', ${oneADay} from (${some('conversation')}) row`.execute(
    db,
  );
  await sql`insert into conversation (workflow_id, flow_slug, user_id, channel, thread_id, parent_id, depth, anchor_seq)
    values (${`${LONG_CHAT}/aside`}, 'assistant', ${BUSY_USER}, '1', 'aside', ${longChat}, 1, ${MANY / 2})`.execute(
    db,
  );
}

async function addFiles(db: Database): Promise<void> {
  await sql`insert into upload (user_id, hash, kind, media_type, bytes, content)
    select ${someUser}, 'file-' || nth, 'other', 'text/plain', 1, 'x'
    from generate_series(1, ${USERS * MANY}::integer) nth`.execute(db);
  await sql`insert into attachment (conversation_id, position, ordinal, user_id, hash, kind, name, media_type, bytes,
      token_count, text_start, text_end)
    select id, 1, 0, ${someUser}, 'file-' || nth, 'other', 'file', 'text/plain', 1, 0, 0, 0
    from (${some('conversation')}) row`.execute(db);
  await sql`insert into execution (workflow_id, flow_slug, flow_version, user_id, status, created_at, finished_at, attachments)
    select 'execution/assistant/' || ${someUser} || ':file-' || nth, 'assistant', 1, ${someUser},
      case when ${isOpen} then 'running' else 'completed' end, now() - interval '3 hours',
      case when not ${isOpen} then now() end,
      jsonb_build_array(jsonb_build_object('hash', 'file-' || nth))
    from generate_series(1, ${MANY}::integer) nth`.execute(db);
  await sql`insert into artifact (execution_id, step, ordinal, part, user_id, name, media_type, content, token_count)
    select id, 1, 1, 0, ${someUser}, 'result', 'text/plain', 'x', 0 from (${some('execution')}) row`.execute(
    db,
  );
}

async function addApprovals(db: Database): Promise<void> {
  await sql`insert into approval (execution_id, node_id, step, ordinal, tool_name, prompt, status, answer, answer_turn_id,
      asked_user_id, webhook_at, finished_at)
    select id, 'agent', 1, 1, 'pay', 'Pay?', case when ${isOpen} then 'open' else 'confirmed' end,
      case when not ${isOpen} then 'yes' end, case when not ${isOpen} then 'answer-' || nth end, ${someUser},
      case when nth <= 20 then now() end, case when not ${isOpen} then now() end
    from (${some('execution')}) row`.execute(db);
}

async function addCalls(db: Database): Promise<void> {
  await sql`update model_call set failures = 1, error_type = 'Model.Unavailable'
    from (${some('execution')}) row where execution_id = row.id`.execute(db);
  await sql`insert into compaction (execution_id, step, status, reason, through_step, tokens_before, messages_before, created_at)
    select id, 1, 'failed', repeat('x', ${LONG_TEXT}), 1, 1, 1, ${oneADay} from (${some('execution')}) row`.execute(
    db,
  );
  for (const owner of ['conversation', 'execution'])
    await sql`insert into portrait (${sql.ref(`${owner}_id`)}, ordinal, position, status, reason, model, created_at)
      select id, 1, 1, 'failed', repeat('x', ${LONG_TEXT}), 'model', ${oneADay} from (${some(owner)}) row`.execute(
      db,
    );
  await sql`insert into budget (root_id) select id from (${some('execution')}) row`.execute(db);
  await sql`insert into budget_reservation (execution_id, step, root_id, tokens, cost)
    select id, 1, id, 1, 0 from (${some('execution')}) row`.execute(db);
}

async function addRest(db: Database): Promise<void> {
  await sql`insert into api_key (id, hash, user_id)
    select nth, nth, 'user-' || nth from generate_series(1, ${MANY}::integer) nth`.execute(db);
  await sql`insert into audit_entry (at, actor, via, action, target, owner, outcome)
    select created_at, user_id, 'client', 'cancel', workflow_id, user_id, 'done' from (${some('execution')}) row`.execute(
    db,
  );
  await sql`insert into flow_version (flow_slug, version, definition, hash, needs, is_draft, created_at)
    select flow_slug, 100 + nth, definition, 'draft-' || nth, needs, true, now() - interval '2 days'
    from flow_version cross join generate_series(1, 50) nth where flow_slug = 'assistant' and version = 1`.execute(
    db,
  );
  await sql`delete from request_key`.execute(db);
  await sql`insert into request_key (user_id, key, request_hash)
    select ${someUser}, nth, nth from generate_series(1, ${MANY}::integer) nth`.execute(db);
  await sql`insert into shared_link (id, hash, conversation_id, branch, through_seq, expires_at)
    select nth, nth, id, 0, 2, now() + interval '1 day' from (${some('conversation')}) row`.execute(db);
  await sql`insert into stored_text (workflow_id, content)
    select workflow_id, repeat('x', ${LONG_TEXT}) from (${some('conversation')}) row`.execute(db);
}

function some(table: string): RawBuilder<unknown> {
  return sql`select *, row_number() over (order by id) as nth from ${sql.table(table)}
    where user_id <> ${BUSY_USER} and id % (select greatest(count(*) / ${MANY}::integer, 1) from ${sql.table(table)}) = 0
    order by id limit ${MANY}::integer`;
}
