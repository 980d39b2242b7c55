import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readStoredHealth } from '../../../store/health/stored-health.js';
import { sumPastHours } from '../../../store/health/sum-past-hours.js';
import { useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

const HOUR_MS = 3_600_000;
const DAYS = 5;
const TURNS = 600;
const USER = 'ada';
const FLOWS = ['assistant', 'other'];

describe('sumPastHours', () => {
  test('turns of days, some ended after their hour was summed -> sums equal the rows, for spans with parts of hours', async () => {
    const end = Date.now();
    await insertTurns(end);
    await sql`analyze execution, model_call`.execute(store.db);
    for (let run = 1; run <= 3; run += 1) {
      await sumPastHours(store.db);
      await expectEqual(end);
      await sql`update execution set status = case when id % 2 = 0 then 'failed' else 'completed' end, finished_at = now(),
        error_type = case when id % 2 = 0 then 'Model.Unavailable' end
        where finished_at is null and id % 3 = ${run} - 1`.execute(store.db);
      await sql`update model_call set status = 'completed', output_tokens = 40, first_token_ms = 77, finished_at = now()
        where finished_at is null and execution_id % 3 = ${run} - 1`.execute(store.db);
      await expectEqual(end);
    }
    await sumPastHours(store.db);
    await expectEqual(end);
    expect(await countRows('late_turn')).toBe(0);
    expect(await countRows('late_call')).toBe(0);
    const before = await readAll(end);
    await Promise.all([sumPastHours(store.db), sumPastHours(store.db)]);
    expect(await readAll(end)).toEqual(before);
    expect((await countRows('turn_hour')) / TURNS).toBeLessThan(1);
  });

  test('a user is forgotten -> sums of past hours stay, today’s shrink, open turns of past hours are dropped', async () => {
    const end = Date.now();
    await sql`insert into execution (workflow_id, flow_slug, flow_version, user_id, status, created_at)
      select 'open-' || n, 'assistant', 1, ${USER}, 'running', to_timestamp(${end / 1_000}) - make_interval(hours => 10)
      from generate_series(1, 3) n`.execute(store.db);
    await sql`insert into late_turn select id from execution where finished_at is null`.execute(store.db);
    const span = { since: new Date(end - DAYS * 24 * HOUR_MS), until: new Date(end) };
    const before = await readStoredHealth(store.db, span);
    await sql`delete from execution`.execute(store.db);
    await sumPastHours(store.db);
    const after = await readStoredHealth(store.db, span);
    const [{ through }] = (await sql<{ through: Date }>`select through from hour_progress`.execute(store.db))
      .rows as [{ through: Date }];
    const past = { since: span.since, until: through };
    expect(count(before, 'running') - count(after, 'running')).toBeGreaterThanOrEqual(3);
    expect(await countRows('late_turn')).toBe(0);
    expect(count(after, 'completed')).toBeGreaterThan(TURNS / 3);
    expect(count(after, 'completed')).toBe(count(await readStoredHealth(store.db, past), 'completed'));
    expect(after.models.map(({ model }) => model).sort()).toEqual(['model-0', 'model-1', 'model-2']);
    expect((await readStoredHealth(store.db, { ...span, user: USER })).models).toEqual([]);
  });
});

async function insertTurns(end: number): Promise<void> {
  await sql`insert into flow (slug, current_version) values ('other', 1)`.execute(store.db);
  await sql`insert into flow_version (flow_slug, version, definition, hash, needs)
    select 'other', 1, definition, 'other', needs from flow_version limit 1`.execute(store.db);
  await sql`insert into execution (workflow_id, flow_slug, flow_version, user_id, status, error_type, created_at, finished_at)
    select 'summed-' || n, (${FLOWS}::text[])[1 + n % 2], 1, ${USER},
      (array['completed', 'failed', 'cancelled', 'completed', 'running'])[1 + state],
      case when state = 1 then 'Model.RateLimited' end, at, case when state < 4 then at + interval '50 minutes' end
    from (
      select n, case when n % 7 = 0 then 4 else n % 4 end as state,
        to_timestamp(${end / 1_000}) - make_interval(secs => ${DAYS * 86_400} * (1 - n::float8 / ${TURNS})) as at
      from generate_series(1, ${TURNS}::integer) n
    ) turn`.execute(store.db);
  await sql`insert into model_call (execution_id, step, node_id, model, purpose, status, failures, error_type, input_tokens,
      cached_input_tokens, output_tokens, cost, first_token_ms, created_at, finished_at)
    select id, step, 'agent', 'model-' || id % 3, case when id % 11 = 0 then 'placed' else 'answer' end,
      (array['completed', 'failed', 'completed', 'cancelled', 'running'])[1 + state], case when state = 1 then 2 else id % 2 end,
      case when state = 1 or id % 2 = 1 then 'Model.Unavailable' end, id, id / 2, step,
      case when id % 4 > 0 then id * 0.001 end, case when state = 0 then id * 3 % 1000 end,
      -- Some calls begin hours after their turn.
      created_at + step * interval '25 minutes', case when state < 4 then created_at + step * interval '26 minutes' end
    from execution cross join generate_series(1, 6) step
    cross join lateral (select case when (id + step) % 5 = 0 then 4 else (id + step) % 4 end as state) given`.execute(
    store.db,
  );
}

function spans(end: number) {
  const started = end - DAYS * 24 * HOUR_MS - HOUR_MS;
  return [
    [started, end],
    [started + 0.4 * HOUR_MS, end - 0.7 * HOUR_MS],
    [started + 30 * HOUR_MS, started + 90.5 * HOUR_MS],
    [started + 70.2 * HOUR_MS, started + 70.9 * HOUR_MS],
    [Math.floor(started / HOUR_MS) * HOUR_MS, Math.floor(end / HOUR_MS) * HOUR_MS],
  ].map(([since, until]) => ({ since: new Date(since!), until: new Date(until!) }));
}

const readAll = (end: number) =>
  Promise.all(
    spans(end).flatMap((span) =>
      [undefined, ['other']].map((flows) => readStoredHealth(store.db, { ...span, flows })),
    ),
  );

async function expectEqual(end: number): Promise<void> {
  const fromRows = await Promise.all(
    spans(end).flatMap((span) =>
      [undefined, ['other']].map((flows) => readStoredHealth(store.db, { ...span, flows, user: USER })),
    ),
  );
  const read = await readAll(end);
  expect(read).toEqual(fromRows);
  expect(read[0]!.models).toHaveLength(3);
  for (const { parts, turnDays } of read)
    expect(add(turnDays.map(({ turns }) => turns))).toBe(
      add(parts.map(({ completed, failed, cancelled, running }) => completed + failed + cancelled + running)),
    );
  expect(read[0]!.parts.filter((part) => part.completed > 0).length).toBeGreaterThan(40);
}

function add(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function count(
  { parts }: Awaited<ReturnType<typeof readStoredHealth>>,
  status: 'completed' | 'running',
): number {
  return parts.reduce((sum, part) => sum + part[status], 0);
}

async function countRows(table: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.table(table)}`.execute(store.db);
  return rows[0]!.count;
}
