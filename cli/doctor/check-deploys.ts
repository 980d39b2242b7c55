import type { Database } from '../../store/database.js';
import { listWaitingFlows } from '../../store/flows/current-versions.js';
import { listChangedFlows } from '../../store/flows/recorded-schemas.js';
import type { ChangedFlow } from '../../views/health.js';
import { listStuckApprovals } from '../../store/nodes/stuck-approvals.js';
import { describeFlows } from '../../worker/announce-worker.js';
import { describeStuck } from '../../worker/check-approvals.js';
import { describeError } from '../program/describe-error.js';
import type { Check } from './check.js';

export async function checkDeploys(db: Database): Promise<Check[]> {
  try {
    const flows = describeFlows(await listWaitingFlows(db));
    const approvals = describeStuck(await listStuckApprovals(db));
    const changed = describeChanged(await listChangedFlows(db));
    const remedy = 'Start a worker that has the missing parts';
    return [
      ...warn('Flows', { lines: flows, found: `${flows.length} waiting for a worker`, remedy }),
      ...warn('Schemas', {
        lines: changed,
        found: `${changed.length} flow${changed.length === 1 ? ' was' : 's were'} published with other schemas`,
        remedy: "Check the flow, and publish it again with 'threadline flows publish'",
      }),
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

function describeChanged(flows: readonly ChangedFlow[]): string[] {
  return flows.map(({ slug, version, changed, workers }) => {
    const others = `worker${workers.length === 1 ? '' : 's'} '${workers.join("', '")}' ${workers.length === 1 ? 'has' : 'have'}`;
    return `Flow '${slug}': version ${version} was published with another schema of ${changed.join(', ')} than ${others}`;
  });
}

function warn(
  name: string,
  { lines, found, remedy }: { lines: readonly string[]; found: string; remedy: string },
): Check[] {
  return lines.length === 0 ? [] : [{ name, status: 'warn', found, remedy: [...lines, remedy].join('\n') }];
}
