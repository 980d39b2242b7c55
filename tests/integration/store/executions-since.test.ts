import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { beginExecution } from '../../../store/execution/begin-execution.js';
import { executionsQuery, listExecutions } from '../../../store/execution/list-executions.js';
import { child, root } from './fixtures/budget-harness.js';
import { useDatabase } from './fixtures/store-harness.js';

const ROWS = 20_000;
const MINUTE_MS = 60_000;

const store = useDatabase();

describe('listExecutions since', () => {
  let late: string;
  let start: Date;

  beforeAll(async () => {
    const parent = await root(store.db);
    late = (await child(store.db, parent)).workflowId;
    await store.db
      .updateTable('execution')
      .set({ created_at: ago(ROWS + 1), status: 'pending' })
      .where('workflow_id', '=', late)
      .execute();
    await sql`insert into execution (workflow_id, flow_slug, flow_version, status, finished_at, created_at)
      select 'since/' || n, 'assistant', 1, 'completed', now(), now() - make_interval(mins => ${ROWS}::int - n)
      from generate_series(1, ${ROWS}::int) n`.execute(store.db);
    start = new Date();
    const begun = await beginExecution(store.db, {
      kind: 'sub',
      workflowId: late,
      parentId: parent.workflowId,
    });
    expect(begun.kind).toBe('begun');
  }, 60_000);

  test('a sub-execution that waited two weeks for its start -> listed since its start', async () => {
    const listed = await listExecutions(store.db, { since: start, limit: 50 });
    expect(listed.map(({ executionId }) => executionId)).toEqual([late]);
  });

  test('it and newer ones -> listed by id, the newest first, once', async () => {
    const listed = await listExecutions(store.db, { since: ago(2.5), limit: 50 });
    expect(listed.map(({ executionId }) => executionId)).toEqual([
      `since/${ROWS}`,
      `since/${ROWS - 1}`,
      `since/${ROWS - 2}`,
      late,
    ]);
    const [newest] = await listExecutions(store.db, { since: ago(2.5), limit: 1 });
    expect(newest?.executionId).toBe(`since/${ROWS}`);
  });

  test.each([
    ['without statistics', async () => {}],
    ['with statistics', async () => void (await sql`analyze execution`.execute(store.db))],
  ])('fewer rows than the limit, %s -> only the rows of a day are read', async (_how, prepare) => {
    await prepare();
    const query = executionsQuery(store.db, { since: ago(30), limit: 50 });
    const [explained] = await query.explain<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>('json', sql`analyze`);
    const nodes = flatten(explained!['QUERY PLAN'][0].Plan).filter(
      (node) => node['Relation Name'] === 'execution',
    );
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    const read = nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
    expect(Math.max(...read)).toBeLessThan(2 * 24 * 60);
  });
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

function ago(minutes: number): Date {
  return new Date(Date.now() - minutes * MINUTE_MS);
}
