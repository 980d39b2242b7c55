import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { ApprovalItem } from './approval-item.js';
import { MOST_APPROVALS, useApprovals } from './use-approvals.js';

const LOOK_MS = 3_000;

/** All open approvals, or those of an execution and its sub-executions. `empty` is shown if there are none. */
export function ApprovalList({ execution, empty }: { execution?: string; empty?: string }) {
  const { value, error, reload } = useApprovals({ execution, everyMs: LOOK_MS });
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (value === undefined) return empty === undefined ? null : <p>{STRINGS.loading}</p>;
  if (value.approvals.length === 0) return empty === undefined ? null : <p>{empty}</p>;
  return (
    <>
      <ul className="approvals">
        {value.approvals.map((approval) => (
          <li key={`${approval.executionId} ${approval.nodeId} ${approval.iteration} ${approval.call}`}>
            <ApprovalItem approval={approval} />
          </li>
        ))}
      </ul>
      {value.next === null ? null : <p>{STRINGS.approvals.oldest(MOST_APPROVALS)}</p>}
    </>
  );
}
