import type { Health } from '../../../views/health.js';
import type { Wire } from '../api/request.js';
import { DataTable } from '../parts/data-table.js';
import { formatCost, formatDate, formatDuration, formatNumber, formatTime } from '../parts/format.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';

const TEXT = STRINGS.health;
const { columns: HEAD } = TEXT;

export function HealthTables({ health }: { health: Wire<Health> }) {
  const { left, compactions } = health;
  return (
    <>
      <h3>{TEXT.models}</h3>
      <Models health={health} />
      <h3>{TEXT.turnDays}</h3>
      <TurnDays health={health} />
      <h3>{TEXT.days}</h3>
      <Days health={health} />
      <h3>{TEXT.purposes}</h3>
      <Purposes health={health} />
      <h3>{TEXT.failures}</h3>
      <Failures health={health} />
      <h3>{TEXT.outages}</h3>
      <Outages health={health} />
      <Now health={health} />
      <h3>{TEXT.left}</h3>
      <p>{TEXT.leftOf(formatNumber(left.calls))}</p>
      <DataTable
        title={TEXT.left}
        none={TEXT.none}
        rows={left.rules}
        columns={[
          { header: HEAD.rule, value: ({ rule }) => STRINGS.codes.rule(rule, rule) },
          { header: HEAD.calls, isNumber: true, value: ({ calls }) => formatNumber(calls) },
          { header: HEAD.messages, isNumber: true, value: ({ messages }) => formatNumber(messages) },
          { header: HEAD.tokens, isNumber: true, value: ({ tokens }) => formatNumber(tokens) },
        ]}
      />
      <h3>{TEXT.summaries}</h3>
      <p>
        {TEXT.compactions(
          formatNumber(compactions.adopted),
          formatNumber(compactions.tokensBefore),
          formatNumber(compactions.tokensAfter),
        )}
      </p>
      <DataTable
        title={TEXT.summaries}
        none={TEXT.none}
        rows={health.summaries}
        columns={[
          { header: HEAD.way, value: ({ way }) => STRINGS.codes.summary(way) },
          { header: HEAD.status, value: ({ status }) => STRINGS.codes.summary(status) },
          { header: HEAD.count, isNumber: true, value: ({ count }) => formatNumber(count) },
          { header: HEAD.cost, isNumber: true, value: ({ cost }) => formatCost(cost) },
        ]}
      />
    </>
  );
}

function Models({ health }: { health: Wire<Health> }) {
  return (
    <DataTable
      title={TEXT.models}
      none={TEXT.none}
      rows={health.models}
      columns={[
        { header: HEAD.model, value: ({ model }) => model },
        { header: HEAD.calls, isNumber: true, value: ({ calls }) => formatNumber(calls) },
        { header: HEAD.failed, isNumber: true, value: ({ failed }) => formatNumber(failed) },
        { header: HEAD.median, isNumber: true, value: ({ firstTokenMs }) => formatMs(firstTokenMs?.median) },
        { header: HEAD.p95, isNumber: true, value: ({ firstTokenMs }) => formatMs(firstTokenMs?.p95) },
        {
          header: HEAD.cached,
          isNumber: true,
          value: ({ inputTokens, cachedInputTokens }) =>
            inputTokens === 0 ? '–' : `${Math.round((cachedInputTokens / inputTokens) * 100)} %`,
        },
      ]}
    />
  );
}

function TurnDays({ health }: { health: Wire<Health> }) {
  return (
    <DataTable
      title={TEXT.turnDays}
      none={TEXT.none}
      rows={health.turnDays}
      columns={[
        { header: HEAD.day, value: ({ day }) => formatDate(day) },
        { header: HEAD.flow, value: ({ flow }) => flow },
        { header: HEAD.model, value: ({ model }) => model ?? '–' },
        { header: HEAD.turns, isNumber: true, value: ({ turns }) => formatNumber(turns) },
        { header: HEAD.failed, isNumber: true, value: ({ failed }) => formatNumber(failed) },
      ]}
    />
  );
}

function Days({ health }: { health: Wire<Health> }) {
  return (
    <DataTable
      title={TEXT.days}
      none={TEXT.none}
      rows={health.days}
      columns={[
        { header: HEAD.day, value: ({ day }) => formatDate(day) },
        { header: HEAD.flow, value: ({ flow }) => flow },
        { header: HEAD.model, value: ({ model }) => model },
        { header: HEAD.input, isNumber: true, value: ({ inputTokens }) => formatNumber(inputTokens) },
        { header: HEAD.output, isNumber: true, value: ({ outputTokens }) => formatNumber(outputTokens) },
        { header: HEAD.cost, isNumber: true, value: ({ cost }) => formatCost(cost) },
      ]}
    />
  );
}

function Purposes({ health }: { health: Wire<Health> }) {
  return (
    <DataTable
      title={TEXT.purposes}
      none={TEXT.none}
      rows={health.purposes}
      columns={[
        { header: HEAD.purpose, value: ({ purpose }) => STRINGS.codes.purpose(purpose) },
        { header: HEAD.calls, isNumber: true, value: ({ calls }) => formatNumber(calls) },
        { header: HEAD.input, isNumber: true, value: ({ inputTokens }) => formatNumber(inputTokens) },
        { header: HEAD.output, isNumber: true, value: ({ outputTokens }) => formatNumber(outputTokens) },
        { header: HEAD.cost, isNumber: true, value: ({ cost }) => formatCost(cost) },
      ]}
    />
  );
}

/** Lists failed turns and failed calls, whose turns may still have been answered. */
function Failures({ health }: { health: Wire<Health> }) {
  const rows = [
    ...health.failures.map(({ type, count, lastAt }) => ({ what: TEXT.ofTurns, type, count, lastAt })),
    ...health.callFailures.map(({ model, type, count, lastAt }) => ({ what: model, type, count, lastAt })),
  ];
  return (
    <DataTable
      title={TEXT.failures}
      none={TEXT.none}
      rows={rows}
      columns={[
        { header: HEAD.what, value: ({ what }) => what },
        { header: HEAD.type, value: ({ type }) => type },
        { header: HEAD.count, isNumber: true, value: ({ count }) => formatNumber(count) },
        { header: HEAD.last, value: ({ lastAt }) => formatTime(lastAt) },
      ]}
    />
  );
}

function Outages({ health }: { health: Wire<Health> }) {
  return (
    <DataTable
      title={TEXT.outages}
      none={TEXT.none}
      rows={health.outages}
      columns={[
        { header: HEAD.model, value: ({ model }) => model },
        { header: HEAD.from, value: ({ since }) => formatTime(since) },
        {
          header: HEAD.took,
          value: ({ since, until }) => (until === null ? TEXT.goesOn : formatDuration(since, until)),
        },
        { header: HEAD.calls, isNumber: true, value: ({ calls }) => formatNumber(calls) },
        { header: HEAD.failed, isNumber: true, value: ({ failed }) => formatNumber(failed) },
        { header: HEAD.type, value: ({ types }) => types.join(', ') },
      ]}
    />
  );
}

/** Lists the models that are currently skipped, and approvals whose tool call can no longer run. */
function Now({ health: { unavailable, stuckApprovals } }: { health: Wire<Health> }) {
  return (
    <>
      {unavailable.length === 0 ? null : (
        <>
          <h3>{TEXT.unavailable}</h3>
          <DataTable
            title={TEXT.unavailable}
            none={TEXT.none}
            rows={unavailable}
            columns={[
              { header: HEAD.model, value: ({ model }) => model },
              { header: HEAD.from, value: ({ since }) => formatTime(since) },
              { header: HEAD.retryAt, value: ({ retryAt }) => formatTime(retryAt) },
              { header: HEAD.failed, isNumber: true, value: ({ failures }) => formatNumber(failures) },
              { header: HEAD.reason, value: ({ reason }) => reason },
            ]}
          />
        </>
      )}
      {stuckApprovals.length === 0 ? null : (
        <>
          <h3>{TEXT.stuck}</h3>
          <DataTable
            title={TEXT.stuck}
            none={TEXT.none}
            rows={stuckApprovals}
            columns={[
              {
                header: HEAD.tool,
                value: ({ toolName, executionId, user }) => (
                  <a className="tap" href={formatRoute({ view: 'runs', executionId, user: user ?? '' })}>
                    {toolName}
                  </a>
                ),
              },
              { header: HEAD.flow, value: ({ flow }) => flow },
              {
                header: HEAD.reason,
                value: ({ isToolGone, reason }) => (isToolGone ? TEXT.toolGone : reason),
              },
            ]}
          />
        </>
      )}
    </>
  );
}

function formatMs(ms: number | undefined): string {
  return ms === undefined ? '–' : `${formatNumber(ms)} ms`;
}
