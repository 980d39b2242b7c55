import { isToolUIPart } from 'ai';
import { createContext, use, useState, type ReactNode } from 'react';
import type { Waterfall } from '../../../views/waterfall.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { formatDuration, formatMs, joinFacts } from '../parts/format.js';
import { STRINGS } from '../strings.js';
import type { Part } from './group-parts.js';

const MAX_ROWS = 1_000;

type Durations = ReadonlyMap<string, string>;
const NONE: Durations = new Map();
const Loaded = createContext(NONE);

export function WorkGroup({
  parts,
  executionId,
  isRunning,
  children,
}: {
  parts: readonly Part[];
  executionId: string | undefined;
  isRunning: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const calls = parts.filter(isToolUIPart);
  const failed = calls.filter(({ state }) => state === 'output-error').length;
  const { durations, totalMs } = useDurations(executionId, calls.length, isRunning);
  const { calls: count, failed: failures } = STRINGS.chat.work;
  return (
    <details
      className="work-group min-w-0 rounded-lg border border-line text-sm"
      onToggle={({ currentTarget, target }) => target === currentTarget && setOpen(currentTarget.open)}
    >
      <summary className="px-3 py-1.5 text-soft" aria-live="polite">
        {joinFacts([
          count(calls.length),
          totalMs === undefined || isRunning ? null : formatMs(totalMs),
          failed === 0 ? null : failures(failed),
        ])}
      </summary>
      {isOpen ? (
        <div className="grid gap-2 border-t border-line p-2">
          <Loaded value={durations}>{children}</Loaded>
        </div>
      ) : null}
    </details>
  );
}

export function CallDuration({ call }: { call: string | undefined }) {
  const duration = use(Loaded).get(call ?? '');
  return duration === undefined ? null : <span className="ml-auto text-xs text-faint">{duration}</span>;
}

function useDurations(executionId: string | undefined, calls: number, isRunning: boolean) {
  const { value } = useLoaded(`durations ${executionId} ${calls} ${isRunning}`, async (signal) => {
    if (executionId === undefined || isRunning) return undefined;
    const path = `/executions/${encodeURIComponent(executionId)}/waterfall`;
    return get<Waterfall>(path, { query: { limit: MAX_ROWS }, signal });
  });
  const rows = value?.rows.filter((row) => row.executionId === executionId) ?? [];
  const ended = rows.filter(isEnded);
  const times = ended.flatMap(({ startedAt, finishedAt }) => [Date.parse(startedAt), Date.parse(finishedAt)]);
  return {
    durations: new Map(
      ended.map(({ step, ordinal, startedAt, finishedAt }) => [
        `${step}.${ordinal}`,
        formatDuration(startedAt, finishedAt),
      ]),
    ),
    totalMs: times.length === 0 ? undefined : Math.max(...times) - Math.min(...times),
  };
}

type Ended = Wire<Waterfall>['rows'][number] & { finishedAt: string };

/** Omits the execution's own row, which includes waiting for the queue and for people. */
function isEnded(row: Wire<Waterfall>['rows'][number]): row is Ended {
  return (row.kind === 'call' || row.kind === 'tool') && row.finishedAt !== null;
}
