import { Page } from '../parts/page.js';
import { STRINGS } from '../strings.js';
import { ApprovalList } from './approval-list.js';

export function ApprovalsPage() {
  return (
    <Page title={STRINGS.approvals.title}>
      <ApprovalList empty={STRINGS.approvals.empty} />
    </Page>
  );
}
