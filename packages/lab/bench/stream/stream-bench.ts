import { sql } from 'kysely';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StreamWriter } from '../../../../activities/agent/call/stream-writer.js';
import { assistantFlow } from '../../../../flow/default-flow.js';
import { createChunkWriter, type AppendChunk } from '../../../../store/calls/stream-chunks.js';
import { startServers } from '../../../../servers/index.js';
import { openDatabase, type Database } from '../../../../store/database.js';
import { migrate } from '../../../../store/migrate.js';
import { registerFlows } from '../../../../store/flows/flows.js';
import { createChangeListener, type ChangeListener } from '../../../../store/listen.js';
import type { Bench, BenchInput, BenchReport } from '../bench.js';
import { median, quantile, rounded } from '../statistics.js';

const MODEL = 'zero:latency';
const ANSWERS: readonly number[] = [50, 200, 1_000];
const WORKERS = 4;
const START_MS = 1_000;
const SECONDS = 10;
const DELTAS_A_SECOND = 10;
const DELTA = 'about four words here ';
const FLUSH_MS = 75;
const MAX_DELAY_MS = 150;

/**
 * A delta's delay ends when a listener hears its answer's notification. Other benches' Postgres does not flush to
 * disk, so starts its own.
 */
export const streamBench: Bench = {
  name: 'stream',
  summary: `${ANSWERS.join(', ')} answers of ${DELTAS_A_SECOND} deltas a second at once: the delay of a delta`,
  async run(input) {
    const { temporalAddress } = input.environment;
    const dataDir = await mkdtemp(join(tmpdir(), 'threadline-stream-'));
    const servers = await startServers({ dataDir, temporalAddress, persist: true, ui: false });
    try {
      return await measureAll(servers.postgres.url, input);
    } finally {
      await servers.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function measureAll(url: string, { conversations, onProgress }: BenchInput): Promise<BenchReport> {
  const rows: (string | number)[][] = [];
  const targets = [];
  for (const answers of conversations === undefined ? ANSWERS : [conversations]) {
    const { delays, commits, deltas } = await measure(answers, { url, onProgress });
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
}

async function measure(
  answers: number,
  { url, onProgress }: { url: string; onProgress: (line: string) => void },
) {
  const pools = Array.from({ length: WORKERS }, () =>
    openDatabase({ url, applicationName: 'stream bench', maxConnections: 20 }),
  );
  const listener = createChangeListener(url);
  try {
    const [db] = pools;
    const writers = pools.map(createChunkWriter);
    if (!db) throw new Error('No pool');
    await migrate(db);
    const ids = await insertRunningCalls(db, answers);
    const delays: number[] = [];
    const stop = AbortSignal.timeout(START_MS + SECONDS * 1_000);
    const heard = ids.map((id) => hearAnswer(listener, { id, delays, stop }));
    await sleep(START_MS);
    onProgress(`stream: ${answers} answers`);
    const before = await countCommits(db);
    await Promise.all(
      ids.map(async (executionId, index) =>
        streamAnswer(writers[index % WORKERS]!, {
          executionId,
          sent: heard[index]!,
          stop,
          first: index / answers,
        }),
      ),
    );
    const commits = (await countCommits(db)) - before;
    return { delays, commits, deltas: delays.length };
  } finally {
    await listener.close();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }
}

function hearAnswer(
  listener: ChangeListener,
  { id, delays, stop }: { id: number; delays: number[]; stop: AbortSignal },
): number[][] {
  const sent: number[][] = [];
  listener.on(`stream/${id}`, () => {
    const begun = sent.shift() ?? [];
    if (!stop.aborted) for (const at of begun) delays.push(performance.now() - at);
  });
  return sent;
}

async function streamAnswer(
  appendChunk: AppendChunk,
  { executionId, sent, stop, first }: StreamInput,
): Promise<void> {
  const waiting: number[] = [];
  const writer = new StreamWriter({
    flushMs: FLUSH_MS,
    write: async (piece) => {
      sent.push(waiting.splice(0));
      const call = { executionId, step: 1, attempt: 1, workflowId: `stream/${executionId}` };
      return appendChunk({ ...call, ...piece });
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
  sent: number[][];
  stop: AbortSignal;
  first: number;
}

async function insertRunningCalls(db: Database, answers: number): Promise<number[]> {
  await registerFlows(db, [assistantFlow(MODEL)]);
  const { rows } = await sql<{ id: number }>`
    with begun as (
      insert into execution (workflow_id, flow_slug, flow_version, status)
      select ${answers}::text || '/' || nth, 'assistant', 1, 'running' from generate_series(1, ${answers}::integer) as nth
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
