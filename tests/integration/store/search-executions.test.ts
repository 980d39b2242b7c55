import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findExecutions } from '../../../cli/executions/executions.js';
import { listExecutions, searchExecutions } from '../../../store/execution/list-executions.js';
import { FLOW, newConversation, say, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('searchExecutions', () => {
  test('5,000 executions, the oldest matches by text and cost -> found; each page continues where the last one stopped', async () => {
    const user = newConversation().user;
    await sql`insert into execution (workflow_id, flow_slug, flow_version, user_id, status, finished_at, input)
      select 'execution/assistant/' || ${user}::text || ':' || n, ${FLOW}, 1, ${user}, 
        case when n in (1, 4000) then 'running' else 'completed' end, case when n not in (1, 4000) then now() end,
        case when n in (1, 2, 3, 4000) then 'Needle' else 'Hay' end
      from generate_series(1, 5000) n`.execute(store.db);
    const id = (n: number) => `execution/assistant/${user}:${n}`;
    for (const n of [1, 4000]) await say(store.db, id(n));
    const pages = async (filter: { text?: string; minCost?: number; limit: number }) => {
      const listed: string[][] = [];
      let before: string | undefined;
      for (;;) {
        const page = await searchExecutions(store.db, { user, before, ...filter });
        listed.push(page.executions.map(({ executionId }) => executionId));
        expect(page.searchedUntil === null).toBe(page.next === null);
        if (page.next === null) return listed;
        before = page.next;
      }
    };
    expect(await pages({ minCost: 0.000001, limit: 10 })).toEqual([[id(4000)], [], [id(1)]]);
    expect((await pages({ minCost: 0.000012, limit: 10 })).flat()).toEqual([id(4000), id(1)]);
    expect((await pages({ minCost: 0.000013, limit: 10 })).flat()).toEqual([]);
    expect(await pages({ text: 'needle', minCost: 0.000001, limit: 1 })).toEqual([[id(4000)], [], [id(1)]]);
    expect(await pages({ text: 'needle', limit: 2 })).toEqual([
      [id(4000), id(3)],
      [id(2), id(1)],
    ]);
    expect(await pages({ text: 'nowhere', limit: 2 })).toEqual([[]]);
    const search = (filter = {}) => searchExecutions(store.db, { limit: 50, ...filter });
    const found = await findExecutions({ search }, { user, minCost: 0.000001, limit: 10 });
    expect(found.map(({ executionId }) => executionId)).toEqual([id(4000), id(1)]);
    expect((await pages({ limit: 1000 })).map(({ length }) => length)).toEqual([
      1000, 1000, 1000, 1000, 1000,
    ]);
  });
});

describe('listExecutions', () => {
  test("newer reruns with the same id of others -> a page has the execution's own reruns", async () => {
    const ids = ['ada:x~rerun-1', ...Array.from({ length: 3 }, (_, n) => `bob:x~rerun-${n}`)];
    await sql`insert into execution (workflow_id, flow_slug, flow_version, status, finished_at)
      select 'execution/assistant/' || id, ${FLOW}, 1, 'completed', now() from unnest(${ids}::text[]) id`.execute(
      store.db,
    );
    const reruns = await listExecutions(store.db, { rerunOf: 'execution/assistant/ada:x', limit: 1 });
    expect(reruns.map(({ executionId }) => executionId)).toEqual(['execution/assistant/ada:x~rerun-1']);
  });
});
