import { sql } from 'kysely';
import { openDatabase } from '../../../../store/database.js';
import type { TestEnvironment } from '../../../testing/test-environment.js';
import { startTestSystem } from '../../../testing/test-system.js';
import { sumPastHours } from '../../../../store/health/sum-past-hours.js';
import { openCountingDatabase, type StatementReads } from './count-reads.js';
import { multiplyRows } from './multiply-rows.js';
import { playRows } from './play-rows.js';
import { addRareRows } from './rare-rows.js';
import type { RowCase } from './row-case.js';
import { ROW_CASES } from './row-cases.js';

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
    await addRareRows(loading);
    await sumPastHours(loading);
    await sql`vacuum`.execute(loading);
    onProgress('rows: measuring');
    const measured: MeasuredCase[] = [];
    for (const { run, ...given } of ROW_CASES) {
      const statements: StatementReads[][] = [];
      for (const [copy, plans] of (['custom', 'generic'] as const).entries()) {
        counting.take();
        counting.setPlans(plans);
        await run(counting.db, copy);
        statements.push(counting.take());
      }
      measured.push({ ...given, ...toMeasured(statements) });
    }
    return measured;
  } finally {
    await counting.db.destroy();
    await loading.destroy();
    await system.stop();
  }
}

function toMeasured(runs: readonly StatementReads[][]): Omit<MeasuredCase, keyof RowCase> {
  const totals = runs.map((statements) => ({
    statements,
    buffers: sumOf(statements, ({ buffers }) => buffers),
    ms: sumOf(statements, ({ ms }) => ms),
  }));
  const [worst] = totals.sort((one, other) => other.buffers - one.buffers);
  if (!worst) throw new Error('A case was not run');
  return { ...worst, scanned: [...new Set(runs.flat().flatMap(({ scanned }) => scanned))] };
}

function sumOf(statements: readonly StatementReads[], of: (reads: StatementReads) => number): number {
  return statements.reduce((total, reads) => total + of(reads), 0);
}
