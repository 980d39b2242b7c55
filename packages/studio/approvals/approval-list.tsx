import { ShieldCheck } from 'lucide-react';
import { EmptyState } from '../parts/empty-state.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { ApprovalItem } from './approval-item.js';
import { MAX_APPROVALS, useApprovals } from './use-approvals.js';

const POLL_MS = 3_000;

export function ApprovalList({ execution, empty }: { execution?: string; empty?: string }) {
  const { value, error, reload } = useApprovals({ execution, everyMs: POLL_MS });
  const problem = error ? <Problem error={error} retry={reload} /> : null;
  if (!value) return problem ?? (empty === undefined ? null : <Skeleton />);
  if (problem === null && value.approvals.length === 0)
    return empty === undefined ? null : (
      <EmptyState icon={ShieldCheck} title={empty} help={STRINGS.approvals.emptyHelp} />
    );
  return (
    <>
      {problem}
      <ul className="approvals grid max-w-3xl gap-3">
        {value.approvals.map((approval) => (
          <li key={`${approval.executionId} ${approval.nodeId} ${approval.iteration} ${approval.call}`}>
            <ApprovalItem approval={approval} isOnRun={approval.executionId === execution} />
          </li>
        ))}
      </ul>
      {value.next === null ? null : <p>{STRINGS.approvals.oldest(MAX_APPROVALS)}</p>}
    </>
  );
}
