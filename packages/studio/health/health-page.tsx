import { Activity } from 'lucide-react';
import { useState } from 'react';
import type { Health } from '../../../views/health.js';
import { get, type Wire } from '../api/request.js';
import { useWho } from '../api/use-who.js';
import { useLoaded } from '../api/use-loaded.js';
import { RelativeTime } from '../parts/relative-time.js';
import { formatRoute, HEALTH_DAYS } from '../route.js';
import { EmptyState } from '../parts/empty-state.js';
import { formatNumber } from '../parts/format.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { goTo, useRoute } from '../use-route.js';
import { Alerts } from './alerts.js';
import { DayCharts } from './day-charts.js';
import { HealthTables } from './health-tables.js';
import { TurnChart } from './turn-chart.js';

const POLL_MS = 30_000;
const DAY_MS = 86_400_000;
const FIRST_DAYS = 7;
const STATUSES = ['completed', 'failed', 'cancelled', 'running'] as const;

export function HealthPage() {
  const route = useRoute();
  const days = (route.view === 'health' ? route.days : undefined) ?? FIRST_DAYS;
  const who = useWho();
  const [isOfAll, setIsOfAll] = useState(false);
  const { title, span, spans, everybody } = STRINGS.health;
  const { value, error, reload } = useLoaded(
    `${days} ${isOfAll}`,
    (signal) => {
      // With an end, the longest period would exceed the limit when the request arrives.
      const now = Date.now();
      const until = new Date(now).toISOString();
      const since = new Date(now - days * DAY_MS).toISOString();
      const query = { since, until, everybody: isOfAll ? 'true' : undefined };
      return get<Health>('/health', { query, signal });
    },
    { everyMs: POLL_MS },
  );
  return (
    <Page
      className="health"
      title={title}
      actions={
        <>
          <label className="text-sm">
            {span}{' '}
            <select
              value={days}
              onChange={({ target }) =>
                goTo({ view: 'health', days: HEALTH_DAYS.find((one) => String(one) === target.value) })
              }
            >
              {HEALTH_DAYS.map((one) => (
                <option key={one} value={one}>
                  {spans[one]}
                </option>
              ))}
            </select>
          </label>
          {who?.isAdmin === true ? (
            <label className="tap items-center gap-1 text-sm">
              <input
                type="checkbox"
                checked={isOfAll}
                onChange={(event) => setIsOfAll(event.target.checked)}
              />{' '}
              {everybody}
            </label>
          ) : null}
        </>
      }
    >
      {error ? <Problem error={error} retry={reload} /> : null}
      {value ? <Numbers health={value} /> : <Skeleton rows={8} />}
    </Page>
  );
}

function Numbers({ health }: { health: Wire<Health> }) {
  const { waiting, waits, oldest, quiet } = STRINGS.health;
  const { queued, running, questions, oldestAt } = health.waiting;
  return (
    <>
      <Alerts health={health} />
      <h3>{waiting}</h3>
      <div className="flex flex-wrap items-center gap-x-3 text-sm">
        <span>{waits({ queued, running, questions })}</span>
        {oldestAt === null ? null : (
          <span className="text-faint">
            {oldest} <RelativeTime at={oldestAt} isInText />
          </span>
        )}
        {questions === 0 ? null : (
          <a className="tap" href={formatRoute({ view: 'approvals' })}>
            {STRINGS.views.approvals}
          </a>
        )}
      </div>
      {isQuiet(health) ? <EmptyState icon={Activity} title={quiet} /> : <Period health={health} />}
    </>
  );
}

/** True without turns, running or ended, and without model calls. */
function isQuiet({ parts, models }: Wire<Health>): boolean {
  const turns = parts.flatMap((part) => STATUSES.map((status) => part[status]));
  return models.length === 0 && turns.every((count) => count === 0);
}

function Period({ health }: { health: Wire<Health> }) {
  const { turns, statuses, byDay } = STRINGS.health;
  return (
    <>
      <h3>{turns}</h3>
      <ul className="legend">
        {STATUSES.map((status) => (
          <li key={status}>
            <span className="swatch" data-status={status} /> {statuses[status]}{' '}
            <strong>{formatNumber(health.parts.reduce((sum, part) => sum + part[status], 0))}</strong>
          </li>
        ))}
      </ul>
      <TurnChart parts={health.parts} />
      <h3>{byDay}</h3>
      <DayCharts health={health} />
      <HealthTables health={health} />
    </>
  );
}
