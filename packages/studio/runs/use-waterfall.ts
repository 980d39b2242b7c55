import { useRef, useState } from 'react';
import type { ExecutionTree } from '../../../views/execution.js';
import type { Waterfall } from '../../../views/waterfall.js';
import { get, type Wire } from '../api/request.js';
import { useLoading } from '../api/use-loaded.js';

export type Row = Wire<Waterfall>['rows'][number];
export type Tree = Wire<ExecutionTree>;

const PAGE = 1_000;
const POLL_MS = 2_000;

export type Pending = Wire<Waterfall>['pending'][number];

export interface LoadedWaterfall {
  rows: readonly Row[];
  pending: readonly Pending[];
  hasMore: boolean;
  error: Error | undefined;
  isLoading: boolean;
  loadMore: () => void;
  reload: () => void;
}

/** Of a running execution, reloads the last page and each page with open rows. */
export function useWaterfall(executionId: string): LoadedWaterfall {
  const [pages, setPages] = useState<readonly Wire<Waterfall>[]>([]);
  const [error, setError] = useState<Error>();
  const [isLoading, setLoading] = useState(true);
  const newest = useRef(pages);
  newest.current = pages;
  async function load(at: number, signal?: AbortSignal): Promise<void> {
    const after = at === 0 ? undefined : (newest.current[at - 1]?.next ?? undefined);
    if (at > 0 && after === undefined) return;
    try {
      const path = `/executions/${encodeURIComponent(executionId)}/waterfall`;
      const page = await get<Waterfall>(path, { query: { limit: PAGE, after }, ...(signal && { signal }) });
      if (signal?.aborted === true) return;
      setPages((before) => before.toSpliced(at, 1, page));
      setError(undefined);
    } catch (cause) {
      if (signal?.aborted !== true) setError(cause as Error);
    }
  }
  async function loadOpen(signal: AbortSignal): Promise<void> {
    const known = newest.current;
    const again = known.flatMap((page, at) =>
      at === known.length - 1 || page.rows.some(({ finishedAt }) => finishedAt === null) ? [at] : [],
    );
    for (const at of again.length === 0 ? [0] : again) await load(at, signal);
    setLoading(false);
  }
  const isOpen = pages.length === 0 || pages.some(({ rows }) => rows.some(isRunning));
  const reload = useLoading(executionId, loadOpen, { everyMs: isOpen ? POLL_MS : undefined });
  return {
    rows: pages.flatMap(({ rows }) => rows),
    pending: pages[0]?.pending ?? [],
    hasMore: pages.at(-1)?.next != null,
    error,
    isLoading,
    loadMore: () => void load(pages.length),
    reload,
  };
}

function isRunning({ kind, finishedAt }: Row): boolean {
  return kind === 'execution' && finishedAt === null;
}
