import { RotateCw } from 'lucide-react';
import { isStuck } from '../../../trajectory/waterfall/is-stuck.js';
import { nameInWords } from '../parts/describe-call.js';
import { formatMs, joinFacts } from '../parts/format.js';
import { STRINGS } from '../strings.js';
import { useNow } from './use-now.js';
import type { Pending } from './use-waterfall.js';

export function PendingActivities({ pending }: { pending: readonly Pending[] }) {
  const stuck = pending.filter(isStuck);
  const nowMs = useNow(stuck.length > 0);
  if (stuck.length === 0) return null;
  return (
    <ul
      className="pending my-2 grid gap-1 rounded-md bg-busy-soft px-3 py-2 text-sm"
      aria-label={STRINGS.runs.waterfall.pending.title}
    >
      {stuck.map((activity, at) => (
        <li key={at} className="flex items-start gap-2">
          <RotateCw size={14} aria-hidden="true" className="mt-0.75 shrink-0 text-busy" />
          <span className="min-w-0 wrap-anywhere">
            <PendingActivity activity={activity} nowMs={nowMs} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function PendingActivity({ activity, nowMs }: { activity: Pending; nowMs: number }) {
  const { activityType, attempt, maximumAttempts, errorType, errorMessage } = activity;
  const words = STRINGS.runs.waterfall.pending;
  const names: Readonly<Record<string, string>> = words.activities;
  return (
    <>
      {joinFacts([
        names[activityType] ?? nameInWords(activityType),
        words.attempt(attempt, maximumAttempts),
        describeState(activity, nowMs),
      ])}
      {errorMessage === null ? null : (
        <>
          : <b>{errorType}</b> {errorMessage}
        </>
      )}
    </>
  );
}

function describeState({ isStarted, nextAttemptAt }: Pending, nowMs: number): string {
  const { running, retries, waits } = STRINGS.runs.waterfall.pending;
  if (isStarted) return running;
  const seconds = nextAttemptAt === null ? 0 : Math.ceil((Date.parse(nextAttemptAt) - nowMs) / 1_000);
  if (seconds <= 0) return waits;
  return retries(seconds < 60 ? `${seconds} s` : formatMs(seconds * 1_000));
}
