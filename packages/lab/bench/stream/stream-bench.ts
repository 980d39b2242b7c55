import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { StreamWriter } from '../../../../activities/agent/call/stream-writer.js';
import { assistantFlow } from '../../../../flow/default-flow.js';
import { createChunkWriter, type AppendChunk } from '../../../../store/calls/stream-chunks.js';
import { openDatabase, type Database } from '../../../../store/database.js';
import { registerFlows } from '../../../../store/flows/flows.js';
import { createChangeListener } from '../../../../store/listen.js';
import { createTestDatabase } from '../../../testing/test-environment.js';
import type { Bench, BenchInput } from '../bench.js';
import { median, quantile, rounded } from '../statistics.js';

const MODEL = 'zero:latency';
const ANSWERS: readonly number[] = [50, 200, 1_000];
const WORKERS = 4;
const SECONDS = 10;
const DELTAS_A_SECOND = 10;
const DELTA = 'about four words here ';
const FLUSH_MS = 75;
const MAX_DELAY_MS = 150;

/**
 * A delta's delay ends when its chunk is committed and its readers are notified. The bench's own Postgres does not
 * flush to disk: set `DATABASE_URL` to measure a durable one.
 */
export const streamBench: Bench = {
  name: 'stream',
  summary: `${ANSWERS.join(', ')} answers of ${DELTAS_A_SECOND} deltas a second at once: the delay of a delta`,
  async run(input) {
    const rows: (string | number)[][] = [];
    const targets = [];
    for (const answers of input.conversations === undefined ? ANSWERS : [input.conversations]) {
      const { delays, commits, deltas } = await measure(answers, input);
      const expected = answers * SECONDS * DELTAS_A_SECOND;
      rows.push([
        answers,
        rounded(median(delays)),
        rounded(quantile(delays, 0.95)),
        rounded(quantile(delays, 0.99)),
        rounded(deltas / expected, 2),
        rounded(commits / SECONDS),
      ]);
      const name = `Delay of a delta with ${answers} answers, 95 % ms`;
      targets.push({ name, value: quantile(delays, 0.95), atMost: MAX_DELAY_MS });
    }
    const columns = ['answers', 'median ms', '95 % ms', '99 % ms', 'deltas in time', 'commits a second'];
    return {
      tables: [{ title: `Deltas from ${WORKERS} workers, written every ${FLUSH_MS} ms`, columns, rows }],
      targets,
    };
  },
};

async function measure(answers: number, { environment, onProgress }: BenchInput) {
  const database = await createTestDatabase(environment);
  const pools = Array.from({ length: WORKERS }, () =>
    openDatabase({ url: database.url, applicationName: 'stream bench', maxConnections: 20 }),
  );
  const listener = createChangeListener(database.url);
  try {
    const [db] = pools;
    const writers = pools.map(createChunkWriter);
    if (!db) throw new Error('No pool');
    const ids = await insertRunningCalls(db, answers);
    let notices = 0;
    listener.onAll(() => (notices += 1));
    await sleep(500);
    onProgress(`stream: ${answers} answers`);
    const before = await countCommits(db);
    const delays: number[] = [];
    const stop = AbortSignal.timeout(SECONDS * 1_000);
    await Promise.all(
      ids.map(async (executionId, index) =>
        streamAnswer(writers[index % WORKERS]!, { executionId, delays, stop, first: index / answers }),
      ),
    );
    const commits = (await countCommits(db)) - before;
    onProgress(`stream: ${notices} notices`);
    return { delays, commits, deltas: delays.length };
  } finally {
    await listener.close();
    await Promise.all(pools.map((pool) => pool.destroy()));
    await database.drop();
  }
}

async function streamAnswer(
  appendChunk: AppendChunk,
  { executionId, delays, stop, first }: StreamInput,
): Promise<void> {
  const waiting: number[] = [];
  const writer = new StreamWriter({
    flushMs: FLUSH_MS,
    write: async (piece) => {
      const begun = waiting.splice(0);
      const call = { executionId, step: 1, attempt: 1, workflowId: `stream/${executionId}` };
      const isWritten = await appendChunk({ ...call, ...piece });
      if (!stop.aborted) for (const at of begun) delays.push(performance.now() - at);
      return isWritten;
    },
    onFailure: (error) => {
      throw error;
    },
  });
  const pause = 1_000 / DELTAS_A_SECOND;
  const begunAt = performance.now() + first * pause;
  for (let nth = 0; !stop.aborted; nth += 1) {
    await sleep(Math.max(begunAt + nth * pause - performance.now(), 0));
    waiting.push(performance.now());
    writer.push(DELTA);
  }
  await writer.end();
}

interface StreamInput {
  executionId: number;
  delays: number[];
  stop: AbortSignal;
  /** A share of the pause between two deltas. */
  first: number;
}

async function insertRunningCalls(db: Database, answers: number): Promise<number[]> {
  await registerFlows(db, [assistantFlow(MODEL)]);
  const { rows } = await sql<{ id: number }>`
    with begun as (
      insert into execution (workflow_id, flow_slug, flow_version, status)
      select 'stream/' || nth, 'assistant', 1, 'running' from generate_series(1, ${answers}::integer) as nth
      returning id),
    called as (
      insert into model_call (execution_id, step, attempt, node_id, model, status)
      select id, 1, 1, 'agent', ${MODEL}, 'running' from begun)
    select id from begun`.execute(db);
  return rows.map(({ id }) => id);
}

async function countCommits(db: Database): Promise<number> {
  const { rows } = await sql<{ commits: string }>`
    select sum(xact_commit) as commits from pg_stat_database where datname = current_database()`.execute(db);
  return Number(rows[0]?.commits ?? 0);
}
