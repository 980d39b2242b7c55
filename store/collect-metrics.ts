import type { QueryExecutorProvider } from 'kysely';
import type pg from 'pg';
import { metrics, type Sample } from '../telemetry/metrics/metric-registry.js';
import { readWaiting } from './health/read-waiting.js';

export function collectMetrics(
  db: () => QueryExecutorProvider,
  { pool, name, max }: { pool: pg.Pool; name: string; max: number },
): () => void {
  const stops = [
    metrics.collect(() => readPool(pool, { name, max })),
    metrics.collect(() => readWaiting(db())),
  ];
  return () => stops.forEach((stop) => stop());
}

function readPool(pool: pg.Pool, { name, max }: { name: string; max: number }): Sample[] {
  const { totalCount, idleCount, waitingCount } = pool;
  const of = { pool: name };
  return [
    {
      name: 'threadline_pool_connections',
      labels: { ...of, state: 'used' },
      value: totalCount - idleCount,
    },
    { name: 'threadline_pool_connections', labels: { ...of, state: 'idle' }, value: idleCount },
    { name: 'threadline_pool_max_connections', labels: of, value: max },
    { name: 'threadline_pool_waiting', labels: of, value: waitingCount },
  ];
}
