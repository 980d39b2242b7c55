import type { Approval, ApprovalDetails } from '../../../views/approval.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';

export function useDetails({ executionId, nodeId, iteration, call }: Wire<Approval>) {
  const query = { execution: executionId, node: nodeId, iteration, call: call ?? undefined };
  return useLoaded(`approval ${JSON.stringify(query)}`, (signal) =>
    get<ApprovalDetails>('/approvals/details', { query, signal }),
  );
}
