import { TriangleAlert } from 'lucide-react';
import type { Health } from '../../../views/health.js';
import type { Wire } from '../api/wire.js';
import { useWho } from '../api/use-who.js';
import { STRINGS } from '../strings.js';

const TEXT = STRINGS.health.alerts;
const LATE_MS = 300_000;
const DAY_MS = 86_400_000;
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

interface Alert {
  /** The rule's name in `deploy/prometheus/alerts.yml`. */
  rule: string;
  text: string;
}

export function Alerts({ health }: { health: Wire<Health> }) {
  const rules = useWho()?.alertRules ?? null;
  const alerts = findAlerts(health, Date.parse(health.until));
  return (
    <section aria-label={TEXT.title} className="alerts">
      <h3>{TEXT.title}</h3>
      {alerts.length === 0 ? <p className="hint">{TEXT.none}</p> : null}
      <ul>
        {alerts.map(({ rule, text }) => (
          <li key={text} className="flex flex-wrap items-center gap-2 py-1 text-sm text-bad">
            <TriangleAlert size={16} className="shrink-0" aria-hidden="true" /> {text}
            {rules === null ? null : (
              <a
                className="tap"
                href={rules.replace('{rule}', encodeURIComponent(rule))}
                target="_blank"
                rel="noreferrer"
              >
                {TEXT.rule}: {rule}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function findAlerts(health: Wire<Health>, now: number): Alert[] {
  const { parts, waiting, unavailable, models, summaries } = health;
  const sum = (key: 'completed' | 'failed' | 'cancelled') =>
    parts.reduce((total, part) => total + part[key], 0);
  const failed = sum('failed') / (sum('completed') + sum('failed') + sum('cancelled'));
  const made = summaries.reduce((total, { count }) => total + count, 0);
  const unmade = summaries.reduce((total, { status, count }) => total + (status === 'failed' ? count : 0), 0);
  return [
    ...(failed > 0.05 ? [{ rule: 'ThreadlineTurnsFail', text: TEXT.turns(PERCENT.format(failed)) }] : []),
    ...(waiting.oldestAt !== null && now - Date.parse(waiting.oldestAt) > LATE_MS
      ? [{ rule: 'ThreadlineMessagesWait', text: TEXT.waiting }]
      : []),
    ...(waiting.oldestQuestionAt !== null && now - Date.parse(waiting.oldestQuestionAt) > DAY_MS
      ? [{ rule: 'ThreadlineApprovalsWait', text: TEXT.approvals }]
      : []),
    ...unavailable
      .filter(({ since }) => now - Date.parse(since) > LATE_MS)
      .map(({ model }) => ({ rule: 'ThreadlineModelUnavailable', text: TEXT.unavailable(model) })),
    ...models
      .filter(({ failed: count, calls }) => count / calls > 0.2)
      .map(({ model, failed: count, calls }) => ({
        rule: 'ThreadlineModelCallsFail',
        text: TEXT.calls(model, PERCENT.format(count / calls)),
      })),
    ...(unmade > 0.5 * made
      ? [{ rule: 'ThreadlineSummariesFail', text: TEXT.summaries(PERCENT.format(unmade / made)) }]
      : []),
  ];
}
