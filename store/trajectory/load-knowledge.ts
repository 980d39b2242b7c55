import { sql } from 'kysely';
import { readReference, type KnowledgeReference } from '../../trajectory/recorded/knowledge-reference.js';
import { groupBy } from '../../trajectory/render/group-by.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import type { RecordedNode } from './round-rows.js';

type StoredReference = Exclude<KnowledgeReference, { text: string }>;

interface Wanted {
  executionId: number;
  kind: 'message' | 'summary' | 'passages' | 'standing';
  /** Of a message or summary, or a step. */
  number: number;
}

interface TextRow extends Wanted {
  seq: number | null;
  /** A range of the message. */
  start: number | null;
  end: number | null;
  content: string;
}

/** Texts that Knowledge nodes refer to. Sends no statement without any. */
export async function loadKnowledge(
  db: Database,
  nodes: readonly RecordedNode[],
): Promise<(executionId: number, reference: StoredReference) => string | undefined> {
  const wanted = new Map<string, Wanted>();
  for (const node of nodes) {
    const reference = readReference(node.attributes);
    if (reference === undefined || 'text' in reference) continue;
    const one = { executionId: node.executionId, ...toPlace(reference) };
    wanted.set(toKey(one), one);
  }
  const rows = wanted.size === 0 ? [] : await selectTexts(db, [...wanted.values()]);
  const texts = groupBy(rows, toKey);
  return (executionId, reference) => {
    const found = texts.get(toKey({ executionId, ...toPlace(reference) }));
    return found === undefined ? undefined : joinTexts(found);
  };
}

function toPlace(reference: StoredReference): Pick<Wanted, 'kind' | 'number'> {
  if ('message' in reference) return { kind: 'message', number: reference.message };
  if ('summary' in reference) return { kind: 'summary', number: reference.summary };
  return { kind: reference.sent, number: reference.step };
}

/** Several texts are numbered by message. */
function joinTexts(rows: readonly TextRow[]): string {
  const texts = rows.map(({ seq, start, end, content }) => ({
    seq,
    text: content.slice(start ?? 0, end ?? undefined),
  }));
  if (texts.length === 1) return texts[0]?.text ?? '';
  return texts.map(({ seq, text }) => `[${seq}] ${text}`).join('\n');
}

async function selectTexts(db: Database, wanted: readonly Wanted[]): Promise<TextRow[]> {
  const thread = { conversationId: sql<number>`own.conversation_id`, branch: sql<number>`own.branch` };
  const { rows } = await sql<TextRow>`
    with wanted as (
      select * from unnest(${wanted.map(({ executionId }) => executionId)}::bigint[],
        ${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ number }) => number)}::bigint[])
        as wanted (execution_id, kind, number)
    ), place as (
      select execution_id, kind, number, number::integer as seq, null::integer as first, null::integer as last
      from wanted where kind = 'message'
      union all
      -- A request of a thread above has a fourth element.
      select wanted.execution_id, kind, number, coalesce(place ->> 0, place #>> '{}')::integer,
        (place ->> 1)::integer, case when kind = 'passages' then (place ->> 2)::integer end
      from wanted join context_manifest planned
        on planned.execution_id = wanted.execution_id and planned.step = wanted.number
      cross join json_array_elements(planned.manifest -> 'sent') item
      cross join json_array_elements(coalesce(item -> 'passages', item -> 'requests', '[]')) place
      where kind in ('passages', 'standing') and item ->> 'from' = kind
        and (kind = 'passages' or place -> 3 is null)
    )
    select wanted.execution_id as "executionId", kind, number, null::integer as seq, null::integer as start,
      null::integer as "end", content
    from wanted join execution own on own.id = wanted.execution_id
    join summary on summary.conversation_id = own.conversation_id and summary.ordinal = wanted.number
    where kind = 'summary' and content is not null
    union all
    select place.execution_id, kind, number, place.seq, place.first, place.last, said.content
    from place join execution own on own.id = place.execution_id
    cross join lateral ${seenMessages(thread, { where: sql`seq = place.seq` })} said
    where kind in ('message', 'passages')
    union all
    select place.execution_id, place.kind, number, place.seq, null, null, statement.content
    from place join execution own on own.id = place.execution_id
    cross join lateral ${seenMessages(thread, {
      where: sql`seq = place.seq and role = 'user'`,
      table: 'conversation_message',
    })} said
    join standing_statement statement on statement.conversation_id = said.conversation_id
      and statement.position = said.position and statement.ordinal = place.first
    where place.kind = 'standing'
    order by seq, start`.execute(db);
  return rows;
}

function toKey({ executionId, kind, number }: Wanted): string {
  return `${executionId} ${kind} ${number}`;
}
