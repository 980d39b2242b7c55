import { useEffect } from 'react';
import type { ApprovalPage } from '../../store/nodes/list-approvals.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';

/** The most that one view shows. */
export const MOST_APPROVALS = 100;

const reloads = new Set<() => void>();

/** Loads again wherever approvals are shown: in the list, and as their count in the navigation. */
export function reloadApprovals(): void {
  reloads.forEach((reload) => reload());
}

/** Loads the open approvals that the user may decide, again every `everyMs`. `execution`: only those of it and its sub-executions. */
export function useApprovals({ execution, everyMs }: { execution?: string | undefined; everyMs: number }) {
  const query = { limit: MOST_APPROVALS, execution };
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
