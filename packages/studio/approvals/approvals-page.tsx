import { STRINGS } from '../strings.js';
import { ApprovalList } from './approval-list.js';

export function ApprovalsPage() {
  return (
    <main id="content" className="work" tabIndex={-1}>
      <h2>{STRINGS.approvals.title}</h2>
      <ApprovalList empty={STRINGS.approvals.empty} />
    </main>
  );
}
