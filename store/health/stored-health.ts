import type { Database } from '../database.js';
import type { Health } from '../../views/health.js';
import { listCallFailures, sumByDay, sumByModel, sumByPurpose } from './call-health.js';
import { countCompactions, countSummaries, sumLeftOut } from './context-health.js';
import type { HealthScope } from './health-scope.js';
import { withSummedHours } from './hour-sums.js';
import { listOutages } from './outages.js';
import { countFailures, countTurns, countTurnsByDay, countWaiting } from './turn-health.js';

type StoredHealth = Pick<
  Health,
  | 'parts'
  | 'failures'
  | 'waiting'
  | 'models'
  | 'days'
  | 'turnDays'
  | 'purposes'
  | 'callFailures'
  | 'outages'
  | 'left'
  | 'summaries'
  | 'compactions'
>;

const PARTS = 48;

/** Runs its queries one by one: nine parallel ones would take connections from turns. */
export async function readStoredHealth(db: Database, scope: HealthScope): Promise<StoredHealth> {
  const summed = await withSummedHours(db, scope);
  return {
    parts: await countTurns(db, { ...summed, parts: PARTS }),
    failures: await countFailures(db, summed),
    waiting: await countWaiting(db, scope),
    models: await sumByModel(db, summed),
    days: await sumByDay(db, summed),
    turnDays: await countTurnsByDay(db, summed),
    purposes: await sumByPurpose(db, summed),
    callFailures: await listCallFailures(db, summed),
    outages: await listOutages(db, scope),
    left: await sumLeftOut(db, scope),
    summaries: await countSummaries(db, scope),
    compactions: await countCompactions(db, scope),
  };
}
