import type { Database } from '../../store/database.js';
import { listWaitingFlows } from '../../store/flows/current-versions.js';
import { listStuckApprovals } from '../../store/nodes/stuck-approvals.js';
import { describeFlows } from '../../worker/announce-worker.js';
import { describeStuck } from '../../worker/check-approvals.js';
import { describeError } from '../program/describe-error.js';
import type { Check } from './check.js';

/** Warns about flows and open approvals that no live worker can run. */
export async function checkDeploys(db: Database): Promise<Check[]> {
  try {
    const flows = describeFlows(await listWaitingFlows(db));
    const approvals = describeStuck(await listStuckApprovals(db));
    const remedy = 'Start a worker that has what is missing';
    return [
      ...warn('Flows', { lines: flows, found: `${flows.length} waiting for a worker`, remedy }),
      ...warn('Approvals', {
        lines: approvals,
        found: `${approvals.length} can no longer run`,
        remedy: `${remedy}, or answer no`,
      }),
    ];
  } catch (error) {
    return [
      { name: 'Flows', status: 'warn', found: describeError(error), remedy: "Run 'threadline migrate'" },
    ];
  }
}

function warn(
  name: string,
  { lines, found, remedy }: { lines: readonly string[]; found: string; remedy: string },
): Check[] {
  return lines.length === 0 ? [] : [{ name, status: 'warn', found, remedy: [...lines, remedy].join('\n') }];
}
