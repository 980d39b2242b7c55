import { sql } from 'kysely';
import { nameAbove } from '../../context/sent/name-range.js';
import { readReference, type KnowledgeReference } from '../../trajectory/recorded/knowledge-reference.js';
import { groupBy } from '../../protocol/group-by.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { threadLevels } from '../threads/thread-levels.js';
import type { RecordedNode } from './round-rows.js';

type StoredReference = Exclude<KnowledgeReference, { text: string }>;

interface Wanted {
  executionId: number;
  kind: 'message' | 'summary' | 'passages' | 'standing';
  number: number;
  depth: number | null;
  start: number | null;
  end: number | null;
}

interface TextRow {
  at: number;
  depth: number | null;
  seq: number | null;
  start: number | null;
  end: number | null;
  content: string;
  /** How many characters `content` omits at its start. */
  skipped: number;
}

export async function loadKnowledge(
  db: Database,
  nodes: readonly RecordedNode[],
): Promise<(executionId: number, reference: StoredReference) => string | undefined> {
  const wanted = new Map<string, Wanted>();
  for (const { attributes, executionId } of nodes) {
    const reference = readReference(attributes);
    if (!reference || 'text' in reference) continue;
    wanted.set(toKey(executionId, reference), toWanted(executionId, reference));
  }
  const rows = wanted.size === 0 ? [] : await selectTexts(db, [...wanted.values()]);
  const keys = [...wanted.keys()];
  const texts = groupBy(rows, ({ at }) => keys[at]);
  return (executionId, reference) => {
    const found = texts.get(toKey(executionId, reference));
    return found && joinTexts(found);
  };
}

function toKey(executionId: number, reference: StoredReference): string {
  return `${executionId} ${JSON.stringify(reference)}`;
}

function toWanted(executionId: number, reference: StoredReference): Wanted {
  const whole = { executionId, depth: null, start: null, end: null };
  if ('summary' in reference) return { ...whole, kind: 'summary', number: reference.summary };
  if ('sent' in reference) return { ...whole, kind: reference.sent, number: reference.step };
  const { message, depth = null, range: [start, end] = [null, null] } = reference;
  return { executionId, kind: 'message', number: message, depth, start, end };
}

function joinTexts(rows: readonly TextRow[]): string {
  const texts = rows.map(({ depth, seq, start, end, content, skipped }) => ({
    place: depth === null ? `${seq}` : `${seq} of ${nameAbove(depth)}`,
    text: content.slice((start ?? 0) - skipped, end === null ? undefined : end - skipped),
  }));
  if (texts.length === 1) return texts[0]?.text ?? '';
  return texts.map(({ place, text }) => `[${place}] ${text}`).join('\n');
}

/** Postgres skips only a beginning without wide characters, because offsets count UTF-16 units. */
const SKIPPED = sql`case when left(content, "end") ~ '[\\U00010000-\\U0010FFFF]' then 0 else coalesce(start, 0) end`;

/** Reads each message once, and only the found passages of a long one. */
async function selectTexts(db: Database, wanted: readonly Wanted[]): Promise<TextRow[]> {
  const column = <Name extends keyof Wanted>(name: Name): Wanted[Name][] => wanted.map((one) => one[name]);
  const { rows } = await sql<TextRow>`
    with recursive wanted as (
      select * from unnest(${column('executionId')}::bigint[], ${column('kind')}::text[],
        ${column('number')}::bigint[], ${column('depth')}::integer[], ${column('start')}::integer[],
        ${column('end')}::integer[]) with ordinality
        as wanted (execution_id, kind, number, depth, start, "end", place)
    ), ${threadLevels(sql`
      select id as key, conversation_id as id, branch from execution
      where id in (select execution_id from wanted)`)},
    place as (
      select place, execution_id, kind, depth, number::integer as seq, start, "end" from wanted
      where kind = 'message'
      union all
      select wanted.place, wanted.execution_id, wanted.kind, (part ->> 3)::integer,
        coalesce(part ->> 0, part #>> '{}')::integer, (part ->> 1)::integer,
        case when wanted.kind = 'passages' then (part ->> 2)::integer end
      from wanted join context_manifest planned
        on planned.execution_id = wanted.execution_id and planned.step = wanted.number
      cross join json_array_elements(planned.manifest -> 'sent') item
      cross join json_array_elements(coalesce(item -> 'passages', item -> 'requests', '[]')) part
      where wanted.kind in ('passages', 'standing') and item ->> 'from' = wanted.kind
    ), seen as (
      select place.*, level.id, level.branch from place
      join level on level.key = place.execution_id and level.depth is not distinct from place.depth
    ), said as materialized (
      select one.*, message.content from (select distinct id, branch, seq from seen where kind <> 'standing') one
      cross join lateral ${seenMessages(
        { conversationId: sql`one.id`, branch: sql`one.branch` },
        { where: sql`seq = one.seq` },
      )} message
    )
    select place - 1 as at, depth, seq, start, "end", skipped,
      substr(content, skipped + 1, coalesce("end", length(content)) - skipped) as content
    from (select seen.*, content, ${SKIPPED} as skipped from seen join said using (id, branch, seq)
      where kind <> 'standing') found
    union all
    select seen.place - 1, seen.depth, seen.seq, null, null, 0, statement.content
    from seen cross join lateral ${seenMessages(
      { conversationId: sql`seen.id`, branch: sql`seen.branch` },
      { where: sql`seq = seen.seq and role = 'user'`, table: 'conversation_message' },
    )} message
    join standing_statement statement on statement.conversation_id = message.conversation_id
      and statement.position = message.position and statement.ordinal = seen.start
    where seen.kind = 'standing'
    union all
    select wanted.place - 1, null, null, null, null, 0, summary.content
    from wanted join execution own on own.id = wanted.execution_id
    join summary on summary.conversation_id = own.conversation_id and summary.ordinal = wanted.number
    where wanted.kind = 'summary' and summary.content is not null
    order by at, depth nulls last, seq, start`.execute(db);
  return rows;
}
