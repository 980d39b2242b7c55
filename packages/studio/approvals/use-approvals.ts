import { useEffect } from 'react';
import type { ApprovalPage } from '../../../views/approval.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';

export const MAX_APPROVALS = 100;

const reloads = new Set<() => void>();

export function reloadApprovals(): void {
  reloads.forEach((reload) => reload());
}

export function useApprovals({ execution, everyMs }: { execution?: string | undefined; everyMs: number }) {
  const query = { limit: MAX_APPROVALS, execution };
  const loaded = useLoaded(
    `approvals ${execution ?? ''}`,
    (signal) => get<ApprovalPage>('/approvals', { query, signal }),
    { everyMs },
  );
  const { reload } = loaded;
  useEffect(() => {
    reloads.add(reload);
    return () => void reloads.delete(reload);
  }, [reload]);
  return loaded;
}
