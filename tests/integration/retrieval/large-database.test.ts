import { sql, type RawBuilder } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { candidatesQuery, wholeQuery } from '../../../store/passages/load-candidates.js';
import { passageKeys, passageTerm } from '../../../store/passages/passage-keys.js';
import { useDatabase } from '../store/fixtures/store-harness.js';

const store = useDatabase();
const CONVERSATIONS = 50;
const ROWS_EACH = 500;
const TERMS_A_ROW = 12;

beforeAll(async () => {
  await sql`
    with talk as (
      insert into conversation (workflow_id, flow_slug, user_id, last_position, last_seq)
      select 'talk-' || number, 'assistant', 'ada', ${ROWS_EACH}::int, ${ROWS_EACH}::int
      from generate_series(1, ${CONVERSATIONS}::int) number returning id
    ), turns as (
      insert into turn (conversation_id, position, turn_id, kind, status)
      select id, place, 't' || place, 'message', 'completed' from talk, generate_series(1, ${ROWS_EACH}::int) place
      returning conversation_id, position
    )
    insert into conversation_message (conversation_id, position, role, seq, session, content, token_count)
    select conversation_id, position, 'user', position, 1, 'text', 1 from turns`.execute(store.db);
  await sql`
    insert into passage (conversation_id, position, role, part, cuts, terms)
    select conversation_id, position, role, 0, decode(repeat('00', 40), 'hex'), (
      select string_agg(substring(sha256(convert_to(conversation_id || ' ' ||
        ((position * 7919 + word * 104729) % 1000), 'UTF8')), 1, 3) || '\\x55'::bytea, ''::bytea)
      from generate_series(1, ${TERMS_A_ROW}::int) word
    ) from conversation_message`.execute(store.db);
}, 240_000);

describe('wholeQuery', () => {
  test('500 passages without statistics -> their messages are read in one range', async () => {
    const id = await newestConversation();
    const root = await explain(wholeQuery({ conversationId: id, whole: 1_024, sample: 256 }));
    expect(root['Actual Rows']).toBe(ROWS_EACH);
    expect(countPages(root)).toBeLessThan(200);
  });
});

describe('candidatesQuery', () => {
  test.each([
    ['without statistics', async () => {}],
    ['with statistics', async () => void (await sql`analyze`.execute(store.db))],
  ])(
    '100,000 passages, 2,000 of them in the thread, %s -> the index finds them, and little else is read',
    async (_how, prepare) => {
      await prepare();
      const id = await newestConversation();
      const terms = ['17', '391', '802'].map((word) => passageTerm(id, word));
      const keys = passageKeys({ conversationId: id, terms, lastPosition: ROWS_EACH });
      const searches = [{ role: undefined, keys }];
      const root = await explain(
        candidatesQuery({ conversationId: id, after: 0, before: ROWS_EACH + 1, searches }),
      );
      const nodes = flatten(root);
      expect(nodes.map((node) => node['Index Name'])).toContain('passage_terms_idx');
      const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
      expect(scanned.map((node) => node['Relation Name'])).not.toContain('passage');
      expect(scanned.map((node) => node['Relation Name'])).not.toContain('conversation_message');
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Gather');
      // 64 rows of the first level; of others, rows with one of three words in 1,000.
      const read = nodes.find((node) => node['Index Name'] === 'passage_terms_idx')!['Actual Rows'];
      expect(read).toBeGreaterThanOrEqual(63);
      expect(read).toBeLessThan(130);
      expect(countPages(root)).toBeLessThan(1_000);
    },
  );
});

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

async function newestConversation(): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from conversation`.execute(store.db);
  return rows[0]!.id;
}

async function explain(query: RawBuilder<unknown>): Promise<PlanNode> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    explain (analyze, buffers, format json) ${query}`.execute(store.db);
  return rows[0]!['QUERY PLAN'][0].Plan;
}

function countPages(root: PlanNode): number {
  return (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0);
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
