import { openDatabase } from '../../../../store/database.js';
import type { TestEnvironment } from '../../../testing/test-environment.js';
import { startTestSystem } from '../../../testing/test-system.js';
import { sumPastHours } from '../../../../store/health/sum-past-hours.js';
import { openCountingDatabase, type StatementReads } from './count-reads.js';
import { multiplyRows } from './multiply-rows.js';
import { playRows } from './play-rows.js';
import { markRows, ROW_CASES, type RowCase } from './row-cases.js';

export interface MeasuredCase extends Omit<RowCase, 'run'> {
  statements: StatementReads[];
  buffers: number;
  scanned: string[];
  ms: number;
}

export async function measureRows(
  environment: TestEnvironment,
  { turns, onProgress }: { turns: number; onProgress: (line: string) => void },
): Promise<MeasuredCase[]> {
  const system = await startTestSystem(environment);
  const counting = openCountingDatabase(system.databaseUrl);
  const loading = openDatabase({ url: system.databaseUrl, maxConnections: 2 });
  try {
    const played = await playRows(system);
    await multiplyRows(loading, { turns, played, onProgress });
    await markRows(loading);
    await sumPastHours(loading);
    const measured: MeasuredCase[] = [];
    for (const { run, ...given } of ROW_CASES) {
      counting.take();
      await run(counting.db);
      const statements = counting.take();
      const sum = (of: (reads: StatementReads) => number): number =>
        statements.reduce((total, reads) => total + of(reads), 0);
      measured.push({
        ...given,
        statements,
        buffers: sum(({ buffers }) => buffers),
        ms: sum(({ ms }) => ms),
        scanned: [...new Set(statements.flatMap(({ scanned }) => scanned))],
      });
    }
    return measured;
  } finally {
    await counting.db.destroy();
    await loading.destroy();
    await system.stop();
  }
}
