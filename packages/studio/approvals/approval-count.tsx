import { STRINGS } from '../strings.js';
import { MAX_APPROVALS, useApprovals } from './use-approvals.js';

const POLL_MS = 10_000;

export function ApprovalCount() {
  const { value } = useApprovals({ everyMs: POLL_MS });
  const count = value?.approvals.length ?? 0;
  if (count === 0) return null;
  const shown = value?.next === null ? String(count) : `${MAX_APPROVALS}+`;
  return (
    <span
      className="count absolute top-0.5 right-0.5 min-w-4 rounded-full bg-busy px-1 text-center text-2xs leading-4 font-semibold text-ground"
      aria-label={STRINGS.approvals.open(shown)}
    >
      {shown}
    </span>
  );
}
