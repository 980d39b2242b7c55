import type { Health, TurnPart } from '../../views/health.js';
import { formatFacts, formatTable, type Column } from '../format/format-table.js';
import { formatTotalCost } from '../format/format-values.js';
import type { Style } from '../format/style.js';
import { toMinute } from '../format/to-minute.js';

const BARS = '▁▂▃▄▅▆▇█';

export function formatHealth(health: Health, style: Style): string {
  const { waiting, left, compactions } = health;
  const facts: [string, string][] = [
    ['Span', `${toMinute(health.since)} to ${toMinute(health.until)}`],
    ['Turns', formatTurns(health.parts)],
    ['Begun', drawParts(health.parts)],
    ['Waiting', formatWaiting(waiting)],
    [
      'Compactions',
      `${compactions.adopted}, ${compactions.tokensBefore} tokens to ${compactions.tokensAfter}`,
    ],
    [
      'Omitted',
      left.rules.length === 0
        ? `nothing in the newest ${left.calls} calls`
        : `of the newest ${left.calls} calls, by rule:`,
    ],
    ...workerFact(health),
  ];
  const tables = [
    leftTable(health, style),
    modelTable(health, style),
    turnDayTable(health, style),
    dayTable(health, style),
    purposeTable(health, style),
    failureTable(health, style),
    outageTable(health, style),
    unavailableTable(health, style),
    workerTable(health, style),
    waitingFlowTable(health, style),
    changedFlowTable(health, style),
    stuckApprovalTable(health, style),
  ].filter((table) => table !== '');
  return [formatFacts(facts, style), ...tables].join('\n\n');
}

function formatIfAny<Row>(
  given: { rows: readonly Row[]; style: Style },
  columns: readonly Column<Row>[],
): string {
  return given.rows.length === 0 ? '' : formatTable(given, columns);
}

function waitingFlowTable({ waitingFlows }: Health, style: Style): string {
  return formatIfAny({ rows: waitingFlows, style }, [
    { header: 'FLOW WAITS', value: ({ slug }) => slug },
    { header: 'PUBLISHED', align: 'right', value: ({ published }) => String(published) },
    { header: 'ANSWERS', align: 'right', value: ({ current }) => String(current) },
    { header: 'NO LIVE WORKER HAS', value: ({ missing }) => missing.join(', ') },
  ]);
}

function changedFlowTable({ changedFlows }: Health, style: Style): string {
  return formatIfAny({ rows: changedFlows, style }, [
    { header: 'FLOW', value: ({ slug }) => slug },
    { header: 'VERSION', align: 'right', value: ({ version }) => String(version) },
    { header: 'SCHEMA CHANGED SINCE PUBLISHED', value: ({ changed }) => changed.join(', ') },
    { header: 'ON WORKERS', value: ({ workers }) => workers.join(', ') },
  ]);
}

function stuckApprovalTable({ stuckApprovals }: Health, style: Style): string {
  return formatIfAny({ rows: stuckApprovals, style }, [
    { header: 'APPROVAL CANNOT RUN', value: ({ executionId }) => executionId },
    { header: 'CALL', value: ({ call }) => call },
    { header: 'TOOL', value: ({ toolName }) => toolName },
    { header: 'REASON', value: ({ reason }) => reason },
  ]);
}

function formatTurns(parts: readonly TurnPart[]): string {
  const sum = (key: 'completed' | 'failed' | 'cancelled' | 'running') =>
    parts.reduce((total, part) => total + part[key], 0);
  return `${sum('completed')} completed, ${sum('failed')} failed, ${sum('cancelled')} canceled, ${sum('running')} running`;
}

function drawParts(parts: readonly TurnPart[]): string {
  const counts = parts.map(
    ({ completed, failed, cancelled, running }) => completed + failed + cancelled + running,
  );
  const most = Math.max(...counts);
  return counts
    .map((count) => (count === 0 ? ' ' : (BARS[Math.ceil((count / most) * BARS.length) - 1] ?? '')))
    .join('')
    .trimEnd();
}

function formatWaiting({ queued, running, questions, ...waiting }: Health['waiting']): string {
  const since = (at: Date | null): string => (at === null ? '' : `, the oldest since ${toMinute(at)}`);
  return `${queued} queued and ${running} running messages${since(waiting.oldestAt)}; ${questions} open questions${since(waiting.oldestQuestionAt)}`;
}

function leftTable({ left }: Health, style: Style): string {
  return formatIfAny({ rows: left.rules, style }, [
    { header: 'RULE', value: ({ rule }) => rule },
    { header: 'CALLS', align: 'right', value: ({ calls }) => String(calls) },
    { header: 'MESSAGES', align: 'right', value: ({ messages }) => String(messages) },
    { header: 'TOKENS', align: 'right', value: ({ tokens }) => String(tokens) },
  ]);
}

function modelTable({ models }: Health, style: Style): string {
  return formatIfAny({ rows: models, style }, [
    { header: 'MODEL', value: ({ model }) => model },
    { header: 'CALLS', align: 'right', value: ({ calls }) => String(calls) },
    { header: 'FAILED', align: 'right', value: ({ failed }) => String(failed) },
    {
      header: 'FIRST TOKEN',
      align: 'right',
      value: ({ firstTokenMs }) =>
        firstTokenMs === null ? '-' : `${firstTokenMs.median} ms, p95 ${firstTokenMs.p95}`,
    },
    {
      header: 'CACHED',
      align: 'right',
      value: ({ inputTokens, cachedInputTokens }) =>
        inputTokens === 0 ? '-' : `${Math.round((cachedInputTokens / inputTokens) * 100)} %`,
    },
  ]);
}

const TOTALS: readonly Column<Health['days'][number] | Health['purposes'][number]>[] = [
  { header: 'INPUT', align: 'right', value: ({ inputTokens }) => String(inputTokens) },
  { header: 'OUTPUT', align: 'right', value: ({ outputTokens }) => String(outputTokens) },
  { header: 'COST', align: 'right', value: formatTotalCost },
];

function turnDayTable({ turnDays }: Health, style: Style): string {
  return formatIfAny({ rows: turnDays, style }, [
    { header: 'DAY', value: ({ day }) => day },
    { header: 'FLOW', value: ({ flow }) => flow },
    { header: 'MODEL', value: ({ model }) => model ?? '-' },
    { header: 'TURNS', align: 'right', value: ({ turns }) => String(turns) },
    { header: 'FAILED', align: 'right', value: ({ failed }) => String(failed) },
  ]);
}

function dayTable({ days }: Health, style: Style): string {
  return formatIfAny({ rows: days, style }, [
    { header: 'DAY', value: ({ day }) => day },
    { header: 'FLOW', value: ({ flow }) => flow },
    { header: 'MODEL', value: ({ model }) => model },
    ...TOTALS,
  ]);
}

function purposeTable({ purposes }: Health, style: Style): string {
  return formatIfAny({ rows: purposes, style }, [
    { header: 'PURPOSE', value: ({ purpose }) => purpose },
    { header: 'CALLS', align: 'right', value: ({ calls }) => String(calls) },
    ...TOTALS,
  ]);
}

function failureTable({ failures, callFailures }: Health, style: Style): string {
  const rows = [
    ...failures.map(({ type, count, lastAt }) => ({ what: 'turn', type, count, lastAt })),
    ...callFailures.map(({ model, type, count, lastAt }) => ({
      what: `call of ${model}`,
      type,
      count,
      lastAt,
    })),
  ];
  return formatIfAny({ rows, style }, [
    { header: 'FAILED', value: ({ what }) => what },
    { header: 'TYPE', value: ({ type }) => type },
    { header: 'COUNT', align: 'right', value: ({ count }) => String(count) },
    { header: 'LAST', value: ({ lastAt }) => toMinute(lastAt) },
  ]);
}

function unavailableTable({ unavailable }: Health, style: Style): string {
  return formatIfAny({ rows: unavailable, style }, [
    { header: 'UNAVAILABLE', value: ({ model }) => model },
    { header: 'SINCE', value: ({ since }) => toMinute(since) },
    { header: 'NEXT TRY', value: ({ retryAt }) => toMinute(retryAt) },
    { header: 'FAILED TRIES', align: 'right', value: ({ failures }) => String(failures) },
    { header: 'REASON', value: ({ reason }) => reason },
  ]);
}

function workerFact({ workers }: Health): [string, string][] {
  if (workers === null)
    return [['Workers', 'not shown: Temporal did not answer, or --user or --flow is set']];
  return workers.length === 0 ? [['Workers', 'none']] : [];
}

function workerTable({ workers }: Health, style: Style): string {
  return formatIfAny({ rows: workers ?? [], style }, [
    { header: 'DEPLOYMENT', value: ({ deployment }) => deployment ?? 'unversioned' },
    { header: 'BUILD', value: ({ buildId }) => buildId ?? '-' },
    {
      header: 'STATUS',
      value: ({ status, rampPercent }) => (rampPercent === null ? status : `${status} ${rampPercent} %`),
    },
    { header: 'WORKERS', align: 'right', value: ({ pollers }) => String(pollers.length) },
    { header: 'CONVERSATIONS', align: 'right', value: ({ running }) => String(running.conversations) },
    { header: 'EXECUTIONS', align: 'right', value: ({ running }) => String(running.executions) },
  ]);
}

function outageTable({ outages }: Health, style: Style): string {
  return formatIfAny({ rows: outages, style }, [
    { header: 'OUTAGE OF', value: ({ model }) => model },
    { header: 'FROM', value: ({ since }) => toMinute(since) },
    { header: 'UNTIL', value: ({ until }) => (until === null ? 'ongoing' : toMinute(until)) },
    { header: 'CALLS', align: 'right', value: ({ calls }) => String(calls) },
    { header: 'FAILED', align: 'right', value: ({ failed }) => String(failed) },
    { header: 'TYPE', value: ({ types }) => types.join(', ') },
  ]);
}
