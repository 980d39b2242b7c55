import { useState } from 'react';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import type { Approval } from '../../../views/approval.js';
import type { Wire } from '../api/request.js';
import { formatTime, joinFacts } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { useDetails } from './use-details.js';

export function ApprovalHistory({ approval }: { approval: Wire<Approval> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="history text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{STRINGS.approvals.history}</summary>
      {isOpen ? <Messages approval={approval} /> : null}
    </details>
  );
}

function Messages({ approval }: { approval: Wire<Approval> }) {
  const { value, error, reload } = useDetails(approval);
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <Skeleton rows={3} />;
  const { noHistory, roles } = STRINGS.approvals;
  if (value.history.length === 0) return <p className="hint">{noHistory}</p>;
  return (
    <ol className="mt-2 grid gap-2">
      {value.history.map(({ role, toolName, text, isCut, at }, place) => (
        <li key={place} className="min-w-0 rounded-md bg-raised px-3 py-2">
          <p className="text-xs text-faint">
            {joinFacts([toolName ?? roles[role], at === null ? null : formatTime(at)])}
          </p>
          <p className="max-h-40 overflow-auto wrap-anywhere whitespace-pre-wrap" dir="auto" tabIndex={0}>
            {showUnseen(text)}
            {isCut ? '…' : ''}
          </p>
        </li>
      ))}
    </ol>
  );
}
